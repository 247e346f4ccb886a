import { Ban, CircleAlert, FileX, LoaderCircle } from "lucide-react";
import { sentence } from "../../parts/states.js";
import { JobProgress } from "../../parts/status.js";
import type { Job } from "../../queries.js";

/** Shows a pending result; the first one of a job shows the progress. */
export const Waiting = ({ job, isFirst }: { job: Job; isFirst: boolean }) =>
  isFirst ? (
    <div className="job-waiting">
      <LoaderCircle aria-hidden size={28} strokeWidth={1.5} />
      <JobProgress job={job} />
    </div>
  ) : (
    <span className="skeleton job-waiting" />
  );

const ENDS = {
  failed: [CircleAlert, "Failed"],
  canceled: [Ban, "Canceled"],
  succeeded: [FileX, "This file was deleted"],
} as const;

/**
 * Shows the reason why a job has no result, or no longer has it. A long message can be scrolled by keyboard.
 */
export function Failure({ job: { status, errorMessage } }: { job: Job }) {
  const isFailed = status === "failed";
  const [Icon, says] = ENDS[status === "failed" || status === "canceled" ? status : "succeeded"];
  return (
    <div
      className="job-failure"
      data-failed={isFailed}
      {...(isFailed && { role: "group", "aria-label": "What went wrong", tabIndex: 0 })}
    >
      <Icon aria-hidden size={28} strokeWidth={1.5} />
      <strong>{says}</strong>
      {isFailed && errorMessage !== null && <p className="small">{sentence(errorMessage)}</p>}
    </div>
  );
}
