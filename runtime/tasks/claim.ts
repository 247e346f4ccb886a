import type { Database } from "../database.js";
import { chunks } from "../chunks.js";
import { placeholders } from "../placeholders.js";
import { reader, writeAlone } from "../transaction.js";
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

/** Tasks that one statement takes: SQLite refuses expressions of more than 1,000 levels. */
const AT_ONCE = 100;

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
 * candidates; one guarded UPDATE takes what of them is still there, and is a transaction of its own. SKIP LOCKED would take two
 * statements more, and keep tasks locked that are not taken (ADR-0070).
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
  const won: ClaimedRow[] = [];
  for (const some of chunks(candidates, AT_ONCE))
    won.push(...(await take(database, some, { owner, leaseMs })));
  for (const { queue, payer } of won) hints.turns.note(queue, payer, lookedAt);
  return { won, isContested: won.length < candidates.length, ...rest };
}

/** Takes those of the candidates that nobody else took since the look. */
async function take(
  database: Database,
  candidates: readonly ClaimedRow[],
  { owner, leaseMs }: { owner: string; leaseMs: number },
): Promise<ClaimedRow[]> {
  const taken = candidates.map((row) => ({ ...row, fence: row.fence + 1 }));
  const affected = await writeAlone(
    database,
    // Found by their ids: over the index of the state a server waits for every task that is being queued, and SQLite reads all that are ready.
    `UPDATE tasks ${database.dialect === "sqlite" ? "" : "FORCE INDEX (PRIMARY)"} SET state = 'running', owner = ?, fence = fence + 1, leaseUntil = ${database.now} + ?
      WHERE (state = 'ready') IS TRUE AND (${candidates.map(() => "(id = ? AND fence = ?)").join(" OR ")})`,
    [owner, leaseMs, ...candidates.flatMap(({ id, fence }) => [id, fence])],
  );
  if (affected === taken.length) return taken;
  if (affected === 0) return [];
  const rows = await reader(database).query<{ id: string; fence: number }>(
    `SELECT id, fence FROM tasks WHERE id IN (${placeholders(taken)}) AND owner = ? AND state = 'running'`,
    [...taken.map(({ id }) => id), owner],
  );
  const mine = new Set(rows.map(({ id, fence }) => `${id}/${fence}`));
  return taken.filter(({ id, fence }) => mine.has(`${id}/${fence}`));
}
