import type { Database } from "../../runtime/database/database.js";
import { chunks, placeholders } from "../../runtime/database/reader.js";
import { reader } from "../../runtime/database/transaction.js";
import { pickCandidates } from "./candidates.js";
import type { Hints } from "./hints.js";
import type { GroupShares } from "./payer-groups.js";
import { changeUnlocked } from "./unlocked.js";

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
  /** No task of these payers is taken now. */
  barred: ReadonlySet<string>;
  /** What groups of payers may have, where payers have groups. */
  groups?: GroupShares;
}

export interface Claim {
  won: ClaimedRow[];
  /** Queues of which more was due than there were slots: worth a look when one is free again. */
  short: string[];
  /** A candidate could not be taken, another process was faster or holds its row: worth another look now, at others. */
  isContested: boolean;
  /** When what could not be taken may be looked at again; null when all was taken. */
  againMs: number | null;
  /** Slots are left, and there are payers that were not looked at. */
  isOpen: boolean;
}

/**
 * Claims due tasks, up to the free slots of each queue: the oldest ones of the payers with the fewest
 * running, and among those of who waits longest, so that one payer's ten thousand do not fill the window, nor one queue's payers another's. Two processes may pick the same
 * candidates; one guarded UPDATE takes what of them is still there and not locked, and is a transaction of its own (ADR-0070, 0073).
 */
export async function claim(
  database: Database,
  free: ReadonlyMap<string, FreeSlots>,
  hints: Hints,
  { owner, leaseMs }: { owner: string; leaseMs: number },
): Promise<Claim> {
  if (free.size === 0) return { won: [], short: [], isContested: false, againMs: null, isOpen: false };
  const { rows: candidates, lookedAt, ...rest } = await pickCandidates(reader(database), free, hints);
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
 * Takes the candidates that no other process has taken since they were looked up. Where there are several, none may be one that this
 * process has taken already.
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
