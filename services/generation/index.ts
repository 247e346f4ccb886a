/**
 * The functions that other areas call in their own transactions: a job is created together with the row that
 * asked for it, and a run of an Application is such a job. Locks are taken on the balance's row first, then
 * on the project's. Transcriptions, which call the same upstreams, share the circuit of each provider, the
 * retry policy, the way to call out, and the care for work that may have killed a process (ADR-0021). All
 * other calls are actions.
 */
export { checkPending } from "./check-answer.js";
export { countFault, hearOfFailures, noteSuccess, readCircuit, refuseOpenCircuit } from "./circuit.js";
export { createJob, type PreparedJob, submitJob } from "./create-job.js";
export { deadlineMs, MIN_POLL_MS, timeLeft, waitForPoll } from "./deadline.js";
export {
  allowGeneration,
  findSubject,
  type JobSubject,
  refuseBlockedPayer,
  requireJob,
} from "./generation.policy.js";
export { holdBehindCircuit } from "./hold-behind-circuit.js";
export { openResult, ResultBrokeOff, WrongResult } from "./open-result.js";
export { presentOne } from "./present-job.js";
export { type JobRequest, prepareFor } from "./prepare-for.js";
export { takeBackIntent } from "./keep-progress.js";
export { callUpstream } from "./provider-calls.js";
export { wakeFollower } from "./end-job.js";
export { isUpstreamFault, judgeFailure } from "./retry-policy.js";
export { runSuspect } from "./run-suspect.js";
export { MAX_DEATHS } from "./suspects.js";
