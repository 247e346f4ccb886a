import { memo } from "react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { RefreshCw } from "lucide-react";
import { generationCancel } from "../../sdk/generated/operations.js";
import { call } from "../kiln.js";
import { promptOf } from "../parts/prompt-of.js";
import { JobProgress, Status } from "../parts/status.js";
import { sentence } from "../parts/states.js";
import { type CatalogModel, isRunning, type Job, KIND_NAMES } from "../queries.js";
import { useSay } from "../shell/toasts.js";
import { ago, credits } from "../words.js";
import { CompareAll } from "./compare/toggle.js";
import { Result } from "./result.js";
import { type Acts, ResultActs } from "./result-acts.js";
import { shortName } from "../parts/model-name.js";

interface Given {
  job: Job;
  /** Undefined where it is no longer offered. */
  model: CatalogModel | undefined;
  acts: Acts;
}

/** One job: what was asked, how far it is, what came of it, and what one does next. */
export const JobCard = memo(function JobCard({ job, model, acts }: Given) {
  const ids = job.resultStorageIds ?? [];
  return (
    <li className="card job">
      <header>
        <p className="job-prompt">{promptOf(job) ?? KIND_NAMES[job.kind]}</p>
        <Status status={job.status} />
      </header>
      {isRunning(job) && (
        <div className="job-work">
          <JobProgress job={job} />
          <Cancel id={job.id} />
        </div>
      )}
      {job.errorMessage !== null && job.status === "failed" && (
        <p className="job-error">{sentence(job.errorMessage)}</p>
      )}
      {ids.length > 0 && (
        <ul className="results">
          {ids.map((id) => (
            <li key={id}>
              <Result storageId={id}>
                {(kind) => <ResultActs job={job} model={model} storageId={id} kind={kind} acts={acts} />}
              </Result>
            </li>
          ))}
        </ul>
      )}
      <footer className="soft small">
        <span>
          {model === undefined ? job.model : shortName(model.displayName)} · {ago(job.createdAt)}
          {job.costCredits !== null && ` · ${credits(job.costCredits)}`}
        </span>
        <span className="acts-row">
          <CompareAll job={job} />
          {model !== undefined && (
            <button type="button" className="button plain small" onClick={() => acts.again(job)}>
              <RefreshCw aria-hidden size={16} /> Same again
            </button>
          )}
        </span>
      </footer>
    </li>
  );
});

function Cancel({ id }: { id: string }) {
  const client = useQueryClient();
  const say = useSay();
  const cancel = useMutation({
    mutationFn: () => call(generationCancel, { id }),
    onSuccess: () => void client.invalidateQueries({ queryKey: ["jobs"] }),
    onError: (error) => say(error.message),
  });
  return (
    <button
      type="button"
      className="button small"
      disabled={cancel.isPending}
      onClick={() => cancel.mutate()}
    >
      Cancel
    </button>
  );
}
