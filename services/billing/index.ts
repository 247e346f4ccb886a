/**
 * The exports are for other areas, whose transactions pass their Tx. The balance's row is locked before the
 * job's. A refusal is a ServiceError, which rolls the caller's transaction back.
 */
export { adjust } from "./adjust-balance.js";
export { remainingOf } from "./balance.js";
export { readBalance, readBalances } from "./balance.repository.js";
export { setBudget, dropBudget } from "./set-budget.js";
export { readBudgets, readGrantBudgets, readKeyBudgets } from "./present-budget.js";
export { hold } from "./hold-credits.js";
export { grantWelcome, openBalance } from "./open-balance.js";
export { onBehalfOfPayer } from "./balance.repository.js";
export { planRequired } from "./refuse-hold.js";
export { release } from "./end-hold.js";
export { settle, settleBeside, settleIfHeld, type Settlement } from "./settle-work.js";
export { type JobTable, MOST_RECENT, RECENT_MS, refuseManyFree } from "./free-jobs/free-jobs.repository.js";
export { freeJobsTask, type FreeWork, sweepFreeJobs } from "./free-jobs/sweep-free-jobs.js";
