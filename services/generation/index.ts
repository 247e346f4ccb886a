/**
 * For other areas' transactions: a job that commits together with what asked for it. Lock order: the balance's row, then
 * the project's. And for transcriptions, which talk to the same upstreams: one circuit for each provider, one retry
 * policy, one way to call out, one care for what may have killed a process (ADR-0021). A run of an Application is a
 * job that is created here. Everything else is an action.
 */
export { checkPending } from "./check-answer.js";
export { countFault, hearOfFailures, noteSuccess, readCircuit, refuseOpenCircuit } from "./circuit.js";
export { createJob, placeJob, type PreparedJob } from "./create-job.js";
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
export { callUpstream } from "./provider-calls.js";
export { wakeFollower } from "./end-job.js";
export { isUpstreamFault, judgeFailure } from "./retry-policy.js";
export { runSuspect } from "./run-suspect.js";
export { MAX_DEATHS } from "./suspects.js";
