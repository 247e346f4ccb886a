export { Batches } from "./batches.js";
export type { BatchesOptions, Limits, Outcome, Scheduler } from "./interface.js";
