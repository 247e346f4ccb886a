import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Languages } from "lucide-react";
import {
  translationCancel,
  translationLatest,
  translationPreview,
  translationStart,
} from "../../../sdk/generated/operations.js";
import type { TranslationJob } from "../../../sdk/generated/types.js";
import { randomKey } from "../../../sdk/random-key.js";
import { call, isRefusal } from "../../kiln.js";
import { Failed, Skeletons } from "../../parts/states.js";
import { ago, credits, wholeNumber } from "../../words.js";

const AGAIN_MS = 1_000;

/**
 * Returns the latest run, the preview of a new one if none is running, and the mutations that start and
 * cancel a run.
 */
function useTranslation(projectId: string) {
  const client = useQueryClient();
  const latestKey = ["translation", projectId, "latest"];
  const latest = useQuery({
    queryKey: latestKey,
    queryFn: ({ signal }) => call(translationLatest, { projectId }, { signal }),
    refetchInterval: ({ state }) => (state.data?.job?.status === "running" ? AGAIN_MS : false),
  });
  const job = latest.data?.job ?? null;
  const preview = useQuery({
    // The preview is read again after a run, because fewer texts are missing then.
    queryKey: ["translation", projectId, "preview", job?.status],
    enabled: latest.data !== undefined && job?.status !== "running",
    queryFn: ({ signal }) => call(translationPreview, { projectId }, { signal }),
    staleTime: 0,
  });
  const start = useMutation({
    mutationFn: () => call(translationStart, { projectId }, { idempotencyKey: randomKey() }),
    onSuccess: (answer) => client.setQueryData(latestKey, answer),
  });
  const cancel = useMutation({
    mutationFn: (id: string) => call(translationCancel, { id }),
    onSuccess: (answer) => client.setQueryData(latestKey, answer),
  });
  return { latest, job, preview, start, cancel };
}
type Translation = ReturnType<typeof useTranslation>;

/**
 * Translates the missing texts of all documents. Shows the size of the work before the run and the progress
 * during it.
 */
export function TranslateProject({ projectId }: { projectId: string }) {
  const translation = useTranslation(projectId);
  const { latest, job, preview, start, cancel } = translation;
  const isUnable = isRefusal(preview.error, "provider_unavailable");
  const error = latest.error ?? (isUnable ? null : preview.error) ?? start.error ?? cancel.error;
  return (
    <section className="card translate-project" aria-labelledby="translate-project">
      <h2 id="translate-project">Translate all documents</h2>
      {error !== null && (
        <Failed error={error} again={() => Promise.all([latest.refetch(), preview.refetch()])} />
      )}
      {isUnable && <p>No model that writes text is set up here: an operator adds one.</p>}
      {job?.status === "running" ? (
        <Going job={job} cancel={cancel} />
      ) : (
        <Planned preview={preview} start={start} isFailed={isUnable || error !== null} />
      )}
      {job !== null && job.status !== "running" && <Ended job={job} />}
      <p className="soft small">It goes into drafts: nothing is published by it. The owner pays.</p>
    </section>
  );
}

function Going({ job, cancel }: { job: TranslationJob } & Pick<Translation, "cancel">) {
  return (
    <>
      <progress
        aria-label="Documents translated"
        max={Math.max(1, job.documentsTotal)}
        value={job.documentsDone}
      />
      <p role="status" className="number">
        {wholeNumber(job.documentsDone)} of {wholeNumber(job.documentsTotal)} documents,{" "}
        {credits(job.creditsSpent)} so far
      </p>
      <p>
        <button
          type="button"
          className="button"
          aria-disabled={cancel.isPending}
          onClick={() => !cancel.isPending && cancel.mutate(job.id)}
        >
          Stop
        </button>
      </p>
    </>
  );
}

function Planned({
  preview: { data },
  start,
  isFailed,
}: Pick<Translation, "preview" | "start"> & { isFailed: boolean }) {
  if (data === undefined) return isFailed ? null : <Skeletons count={1} className="line" />;
  const { values, documents, exact } = data;
  return (
    <>
      <p className="number">
        {values === 0
          ? "Nothing is missing in any language."
          : `${wholeNumber(values)} ${values === 1 ? "value is" : "values are"} missing in ${wholeNumber(documents)} ${documents === 1 ? "document" : "documents"}. It costs ${exact ? "at most" : "about"} ${credits(data.credits)}.`}
      </p>
      <p>
        <button
          type="button"
          className="button"
          disabled={values === 0}
          aria-disabled={start.isPending}
          onClick={() => !start.isPending && start.mutate()}
        >
          <Languages aria-hidden size={18} /> Fill what is missing
        </button>
      </p>
    </>
  );
}

function Ended({ job }: { job: TranslationJob }) {
  const { status, valuesTranslated, creditsSpent, completedAt, errorMessage } = job;
  return (
    <p role="status" className={status === "failed" ? "wrong-text small" : "small"}>
      {{ complete: "Done", canceled: "Stopped", failed: "Failed", running: "" }[status]}
      {completedAt !== null && ` ${ago(completedAt)}`}: {wholeNumber(valuesTranslated)}{" "}
      {valuesTranslated === 1 ? "value" : "values"} translated for {credits(creditsSpent)}.{" "}
      {errorMessage !== null && errorMessage}
    </p>
  );
}
