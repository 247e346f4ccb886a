import { setTimeout as sleep } from "node:timers/promises";
import { ServiceError } from "../../contracts/errors.js";
import { isConflict } from "../../runtime/database/conflict.js";
import { fromDatabase } from "../../runtime/errors/from-database.js";
import { elapsed } from "../../runtime/process/clock.js";
import { LeaseLost } from "./task-handler.js";

/** The time for which this process keeps the result of outside work, which nobody else has, after the first error over it. */
const IN_HAND_MS = 5 * 60_000;
/** The first pause after a conflict. Each further one is twice as long, up to the longest. */
const FIRST_MS = 500;
const LONGEST_MS = 30_000;

/** Returns the pause after a conflict, by the number of conflicts before it. */
export const pauseMs = (before: number): number =>
  Math.min(LONGEST_MS, FIRST_MS * 2 ** Math.min(20, before)) * (1 + Math.random() / 4);

/**
 * Tells why a write failed that may succeed later: a `conflict` with another writer of the database, a database that is `away`, or
 * another part of the service, such as the store of media, that is `unavailable`. Returns null for every other error.
 */
function passingFault(error: unknown): Fault | null {
  if (error instanceof GivenUp) return null;
  if (isConflict(error)) return "conflict";
  const told = fromDatabase(error);
  if (!(told instanceof ServiceError) || told.code !== "unavailable") return null;
  return told === error ? "unavailable" : "away";
}

type Fault = "conflict" | "away" | "unavailable";

const LASTED: Readonly<Record<Fault, string>> = {
  conflict: "Conflicts with other writers of the database have lasted for too long",
  away: "The database has been away for too long",
  unavailable: "A part of the service has been unavailable for too long",
};

/**
 * The error of a result that is given up. The outside work may be done, and paid for, again, so it is a failed attempt, and a write
 * around this one is not repeated for it.
 */
class GivenUp extends ServiceError {
  constructor(fault: Fault, cause: unknown) {
    super("unavailable", `${LASTED[fault]}: the result of outside work could not be stored.`, { cause });
  }
}

/** What a run has met in all of its writes. */
export interface Outage {
  /** True once something was away. The lease may have run out meanwhile. */
  wasMet: boolean;
}

export interface InHand {
  /** Aborts when the work is called off, the process drains, or another process has the task. */
  signal: AbortSignal;
  /** The time after which the last error is thrown. */
  forMs: number;
  /** The time after which the result is given up. */
  inHandMs?: number;
  outage: Outage;
  /** Called with each error after which the write is repeated; `isFirst` says that it is the first outage of the run. */
  met(error: unknown, fault: Fault, isFirst: boolean): void;
  /** Takes the task back that another process has put back into its queue meanwhile; returns whether that was so. */
  regain(): Promise<boolean>;
}

/**
 * Writes what this process alone has in hand, and repeats that after conflicts and while the database is away (ADR-0104, ADR-0114).
 * When the signal aborts the write is tried once more: it may find that the task has ended, and call the outside work off. Throws the
 * last error behind `forMs` and after an abort, and an error that counts as a failed attempt behind `inHandMs`.
 */
export async function untilStored<T>(
  write: () => Promise<T>,
  { signal, forMs, inHandMs = IN_HAND_MS, outage, met, regain }: InHand,
): Promise<T> {
  const until = elapsed() + forMs;
  let inHandUntil: number | undefined;
  let conflicts = 0;
  const attempt = async (): Promise<T> => {
    try {
      return await write();
    } catch (error) {
      // The lease may have run out while the database was away, and nobody may have begun the task since then.
      if (!outage.wasMet || !(error instanceof LeaseLost) || !(await regain())) throw error;
      return write();
    }
  };
  for (;;) {
    const isLast = signal.aborted;
    try {
      return await attempt();
    } catch (error) {
      const fault = passingFault(error);
      const now = elapsed();
      if (fault === null || isLast || now >= until) throw error;
      inHandUntil ??= now + inHandMs;
      // A database that comes back is asked at once, before the lease goes to another process.
      const isOutage = fault !== "conflict";
      const wait = Math.min(isOutage ? pauseMs(0) : pauseMs(conflicts++), until - now);
      if (now + wait > inHandUntil) throw new GivenUp(fault, error);
      met(error, fault, isOutage && !outage.wasMet);
      outage.wasMet ||= isOutage;
      await sleep(wait, undefined, { signal }).catch(() => {});
    }
  }
}
