import type { Database } from "../../runtime/database/database.js";
import { chunks, placeholders } from "../../runtime/database/reader.js";
import { reader } from "../../runtime/database/transaction.js";
import { pickCandidates } from "./candidates.js";
import type { Hints } from "./hints.js";
import { changeUnlocked } from "./unlocked.js";
import type { ClaimedRow } from "./claimed-row.js";
import type { FreeSlots } from "./free-slots.js";

/** The most tasks that one statement takes: SQLite refuses expressions of more than 1,000 levels. */
const AT_ONCE = 100;

export interface Claim {
  won: ClaimedRow[];
  /** The queues in which more tasks were due than there were slots: each is looked at again when a slot is free. */
  short: string[];
  /** True when another process took a candidate first or holds its row, and a look at once can find other tasks. */
  isContested: boolean;
  /** The ms after which the tasks that could not be taken may be looked at again; null when all were taken. */
  againMs: number | null;
  /** True when slots are left and some payers were not looked at. */
  isOpen: boolean;
}

interface Claiming {
  owner: string;
  leaseMs: number;
  /** Returns whether a run of this process has an answer in hand for a task that is due again: that run takes it back (ADR-0114). */
  isInHand?(id: string): boolean;
}

/**
 * Claims due tasks, up to the free slots of each queue: the oldest ones of the payers with the fewest running tasks, and among
 * equals of the payer that waits longest, so that ten thousand tasks of one payer do not keep the others waiting. Two processes
 * may pick the same candidates: one guarded UPDATE, a transaction of its own, takes those that are still ready and not locked
 * (ADR-0070, 0073).
 */
export async function claim(
  database: Database,
  free: ReadonlyMap<string, FreeSlots>,
  hints: Hints,
  { owner, leaseMs, isInHand = () => false }: Claiming,
): Promise<Claim> {
  if (free.size === 0) return { won: [], short: [], isContested: false, againMs: null, isOpen: false };
  const { rows, lookedAt, ...rest } = await pickCandidates(reader(database), free, hints);
  const candidates = rows.filter(({ id }) => !isInHand(id));
  if (candidates.length === 0) return { won: [], isContested: false, againMs: null, ...rest };
  const won: ClaimedRow[] = [];
  for (const some of chunks(candidates, AT_ONCE))
    won.push(...(await take(database, some, { owner, leaseMs })));
  for (const { queue, payer } of won) hints.turns.note(queue, payer, lookedAt);
  hints.locked.forget(won);
  const taken = new Set(won.map(({ id }) => id));
  const missed = candidates.filter(({ id }) => !taken.has(id));
  if (missed.length === 0) return { won, isContested: false, againMs: null, ...rest };
  const againMs = hints.locked.note(missed);
  return { won, isContested: hints.locked.hasRoom, againMs, ...rest };
}

/**
 * Takes the candidates that no other process has taken since they were looked up, and returns them with their new fences. Where
 * there are several, this process must not have taken any of them already.
 */
export async function take(
  database: Database,
  candidates: readonly ClaimedRow[],
  { owner, leaseMs }: { owner: string; leaseMs: number },
): Promise<ClaimedRow[]> {
  const taken = candidates.map((row) => ({ ...row, fence: row.fence + 1 }));
  const affected = await changeUnlocked(database, {
    ids: candidates.map(({ id }) => id),
    where: `(state = 'ready') IS TRUE AND (${candidates.map(() => "(id = ? AND fence = ?)").join(" OR ")})`,
    parameters: candidates.flatMap(({ id, fence }) => [id, fence]),
    set: `state = 'running', owner = ?, fence = fence + 1, leaseUntil = ${database.now} + ?`,
    values: [owner, leaseMs],
  });
  if (affected === taken.length) return taken;
  if (affected === 0) return [];
  const rows = await reader(database).query<{ id: string; fence: number }>(
    `SELECT id, fence FROM tasks WHERE id IN (${placeholders(taken)}) AND owner = ? AND state = 'running'`,
    [...taken.map(({ id }) => id), owner],
  );
  const mine = new Set(rows.map(({ id, fence }) => `${id}/${fence}`));
  return taken.filter(({ id, fence }) => mine.has(`${id}/${fence}`));
}
