import { ServiceError } from "../../contracts/errors.js";
import { answerJobs } from "../../runtime/process/answer-jobs.js";

/** Script of a worker thread that does what a job says. */
answerJobs((job: { say?: unknown; refuse?: string; fail?: string; hang?: true; leave?: true }) => {
  if (job.refuse !== undefined) throw new ServiceError("invalid_params", job.refuse);
  if (job.fail !== undefined) throw new TypeError(job.fail);
  while (job.hang);
  if (job.leave) process.exit();
  return job.say;
});
