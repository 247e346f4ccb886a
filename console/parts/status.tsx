import type { Job } from "../queries.js";

const WORDS: Readonly<Record<Job["status"], string>> = {
  queued: "Waiting",
  running: "Running",
  succeeded: "Done",
  failed: "Failed",
  canceled: "Canceled",
};
const TONES: Readonly<Record<Job["status"], string>> = {
  queued: "",
  running: "accent",
  succeeded: "good",
  failed: "bad",
  canceled: "",
};

export function Status({ status }: { status: Job["status"] }) {
  return <span className={`badge ${TONES[status]}`}>{WORDS[status]}</span>;
}

/** Shows the place of a job in the queue, or its progress as far as the provider reports it. */
export function JobProgress({ job }: { job: Job }) {
  const text =
    job.status === "queued"
      ? job.queuePosition
        ? `${job.queuePosition} ahead`
        : "In the queue"
      : job.progress === null
        ? "Working"
        : `${Math.round(job.progress * 100)} %`;
  return (
    <div className="job-progress">
      <progress aria-label="Progress" max={1} {...(job.progress !== null && { value: job.progress })} />
      <span className="soft small number">{text}</span>
    </div>
  );
}
