import type { Host } from "../../runtime/process/host.js";
import { type RecurringTask, recurringTask, type ClaimedTask } from "../../engines/durable-queue/index.js";
import { findDue } from "./balance.repository.js";
import { rollOver } from "./roll-over.js";

const EVERY_MS = 5000;
const BATCH = 200;

/**
 * Finds the periods that are over and advances each account step by step, with a transaction for each step.
 */
export const rollover = (host: Host): RecurringTask =>
  recurringTask(host, {
    queue: "billing.rollover",
    everyMs: EVERY_MS,
    async run(task) {
      const now = Date.now();
      let after = "";
      while (!task.signal.aborted) {
        const ids = await findDue(host.read, { now, after, limit: BATCH });
        for (const id of ids) await rollAll(host, task, id, now);
        if (ids.length < BATCH) break;
        after = ids.at(-1) ?? "";
      }
    },
  });

async function rollAll(host: Host, task: ClaimedTask, accountId: string, now: number): Promise<void> {
  const renews = host.config.billing === "manual";
  try {
    while (!task.signal.aborted) {
      const hasMoved = await host.transact((tx) => rollOver(tx, accountId, { now, renews }));
      if (!hasMoved) return;
      host.fault?.("billing.rollover");
    }
  } catch (error) {
    // One account must not keep the others from their grants; the failed one is due again in a moment.
    host.log.error({ err: error, accountId }, "a period could not be rolled over");
  }
}
