import type { Host } from "../../../runtime/process/host.js";
import { type RecurringTask, recurringTask } from "../../../engines/durable-queue/index.js";
import { deleteFiresBefore, shortenLog } from "./fire.repository.js";
import { findOwnedTriggers } from "./trigger.repository.js";

const KEPT_MS = 30 * 24 * 3600_000;

interface Most {
  /** The fires that the logs of an account's triggers keep together, in equal shares. */
  account: number;
  /** The fires that one log keeps: those of over a day at 60 calls a minute. */
  trigger: number;
}

const MOST: Most = { account: 500_000, trigger: 100_000 };
/** In this time the addresses of an account, 200 with 60 calls a minute each, log 120,000 fires. */
const EVERY_MS = 10 * 60_000;
const TRIGGERS = 100;

/** Returns the task that shortens the logs of triggers (rules/workflows 42). */
export const sweepFiresTask = (host: Host): RecurringTask =>
  recurringTask(host, {
    queue: "workflows.sweepFires",
    everyMs: EVERY_MS,
    run: ({ signal }) => sweepFires(host, { now: Date.now(), signal }),
  });

/** Deletes fires from more than 30 days ago, and those beyond the newest of each trigger. */
export async function sweepFires(
  host: Pick<Host, "read" | "longRead" | "transact">,
  { now, signal, most = MOST }: { now: number; signal: AbortSignal; most?: Most },
): Promise<void> {
  await deleteFiresBefore(host, { before: now - KEPT_MS, signal });
  let found: { id: string; owned: number }[] = [];
  do {
    found = await findOwnedTriggers(host.read, { after: found.at(-1)?.id ?? "", limit: TRIGGERS });
    for (const { id, owned } of found) {
      if (signal.aborted) return;
      const keep = Math.max(1, Math.min(most.trigger, Math.floor(most.account / owned)));
      await shortenLog(host, { triggerId: id, keep, signal });
    }
  } while (found.length === TRIGGERS);
}
