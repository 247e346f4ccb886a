import type { Database } from "../database.js";
import { reader, transaction } from "../transaction.js";
import { pickCandidates } from "./candidates.js";
import type { Hints } from "./hints.js";

export interface ClaimedRow {
  id: string;
  queue: string;
  /** Id of the domain row. */
  subject: string;
  payer: string;
  /** Failures before this claim. */
  attempts: number;
  /** How often in a row its process died with it. */
  deaths: number;
  /** Goes up with each claim. */
  fence: number;
}

/** What this process can take of a queue. */
export interface FreeSlots {
  slots: number;
  /** At most this many of one payer may run, in all processes. */
  perPayer: number;
  /** Of these payers none is taken now. */
  barred: ReadonlySet<string>;
}

export interface Claim {
  won: ClaimedRow[];
  /** Queues of which more was due than there were slots: worth a look when one is free again. */
  short: string[];
  /** Another process was faster with a candidate: worth another look now. */
  isContested: boolean;
  /** Slots are left, and there are payers that were not looked at. */
  isOpen: boolean;
}

/**
 * Claims due tasks, up to the free slots of each queue: the oldest ones of the payers with the fewest
 * running, and among those of who waits longest, so that one payer's ten thousand do not fill the window, nor one queue's payers another's. Two processes may pick the same
 * candidate; the guarded UPDATE lets one of them win. That is also what SQLite can do: SKIP LOCKED
 * would help only with many more workers than a deployment has processes.
 */
export async function claim(
  database: Database,
  free: ReadonlyMap<string, FreeSlots>,
  hints: Hints,
  { owner, leaseMs }: { owner: string; leaseMs: number },
): Promise<Claim> {
  if (free.size === 0) return { won: [], short: [], isContested: false, isOpen: false };
  const { rows: candidates, lookedAt, ...rest } = await pickCandidates(reader(database), free, hints);
  if (candidates.length === 0) return { won: [], isContested: false, ...rest };
  const won = await transaction(database, async (tx) => {
    const won: ClaimedRow[] = [];
    for (const { id, queue, subject, payer, attempts, deaths, fence } of candidates) {
      const affected = await tx.run(
        `UPDATE tasks SET state = 'running', owner = ?, fence = fence + 1, leaseUntil = ${database.now} + ?
          WHERE id = ? AND state = 'ready' AND fence = ?`,
        [owner, leaseMs, id, fence],
      );
      if (affected === 1) won.push({ id, queue, subject, payer, attempts, deaths, fence: fence + 1 });
    }
    return won;
  });
  for (const { queue, payer } of won) hints.turns.note(queue, payer, lookedAt);
  return { won, isContested: won.length < candidates.length, ...rest };
}
