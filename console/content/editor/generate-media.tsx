import { useState } from "react";
import { useQuery } from "@tanstack/react-query";
import { Sparkles } from "lucide-react";
import type { Values } from "../../generate/fields.js";
import { carriedTo } from "../../generate/values.js";
import { Form } from "../../generate/form.js";
import { ModelPicker } from "../../generate/model-picker.js";
import { Result } from "../../generate/result.js";
import { Dialog } from "../../parts/dialog.js";
import { Empty, Failed, sentence, Skeletons } from "../../parts/states.js";
import { useUnsaved } from "../../parts/use-unsaved.js";
import { JobProgress } from "../../parts/status.js";
import { type CatalogModel, isRunning, type Job, jobs, type MediaKind, models } from "../../queries.js";
import { useProject } from "../../shell/chosen-project.js";

interface Given {
  title: string;
  /** The kinds of media that the field takes; an empty list means all kinds. */
  kinds: readonly MediaKind[];
  onClose: () => void;
  choose: (storageId: string) => void;
}

/**
 * Generates a file for a media field. A job that was begun continues after the window closes, and its file
 * appears in the library.
 */
export function GenerateMedia({ title, kinds, onClose, choose }: Given) {
  const { data, error, refetch } = useQuery(models);
  const fitting = data?.models.filter(
    ({ kind }) => kind !== "upscale" && (kinds.length === 0 || kinds.includes(kind)),
  );
  return (
    <Dialog title={`Generate: ${title}`} onClose={onClose}>
      {error !== null && <Failed error={error} again={refetch} />}
      {fitting === undefined && error === null && <Skeletons count={4} className="line" />}
      {fitting?.length === 0 && (
        <Empty icon={Sparkles} title="No model makes such a file">
          <p>An operator adds a provider, or starts the local one.</p>
        </Empty>
      )}
      {fitting?.[0] !== undefined && <Making models={fitting} first={fitting[0]} choose={choose} />}
    </Dialog>
  );
}

function Making({
  models: fitting,
  first,
  choose,
}: {
  models: readonly CatalogModel[];
  first: CatalogModel;
  choose: (storageId: string) => void;
}) {
  const { projectId } = useProject();
  const [model, setModel] = useState(first);
  const [values, setValues] = useState<Values>({});
  const [jobId, setJobId] = useState<string | null>(null);
  useUnsaved(Object.keys(values).length > 0);
  const listed = useQuery({ ...jobs(projectId), enabled: jobId !== null });
  const job = listed.data?.jobs.find(({ id }) => id === jobId);
  return (
    <div className="asked">
      <ModelPicker
        models={fitting}
        chosen={model}
        choose={(next) => {
          setValues((old) => carriedTo(next, model, old));
          setModel(next);
        }}
      />
      <Form
        key={model.id}
        model={model}
        values={values}
        set={(name, value) => setValues((old) => ({ ...old, [name]: value }))}
        onSubmitted={setJobId}
      />
      <div role="status">{job !== undefined && <Made job={job} choose={choose} />}</div>
    </div>
  );
}

function Made({ job, choose }: { job: Job; choose: (storageId: string) => void }) {
  if (isRunning(job)) return <JobProgress job={job} />;
  if (job.status !== "succeeded")
    return <p className="wrong-text">{sentence(job.errorMessage ?? "It was canceled.")}</p>;
  return (
    <ul className="results" aria-label="Results">
      {job.resultStorageIds?.map((id, at) => (
        <li key={id}>
          <Result storageId={id}>
            {() => (
              <button
                type="button"
                className="button small main"
                aria-label={`Use this: result ${at + 1}`}
                onClick={() => choose(id)}
              >
                Use this
              </button>
            )}
          </Result>
        </li>
      ))}
    </ul>
  );
}
