import { AsyncLocalStorage } from "node:async_hooks";
import { ServiceError } from "../../contracts/errors.js";
import { elapsed } from "../process/clock.js";

/** No action call lasts longer. */
export const CALL_MS = 15_000;

export const OUTCOME_UNKNOWN =
  "The service took too long; the outcome is unknown. Repeat the request with the same Idempotency-Key.";

/** Until when a call may change something: its caller gives up then, and is told that it failed. */
export class Deadline {
  readonly #endsAt: number;
  /** What the call has left behind, such as a timer, has no deadline any more. */
  #isAnswered = false;

  constructor(remainingMs: number) {
    this.#endsAt = elapsed() + remainingMs;
  }

  get remainingMs(): number {
    return this.#isAnswered ? Infinity : this.#endsAt - elapsed();
  }

  /** Throws 503 `unavailable` when nobody waits for the call any more. */
  refuseLate(): void {
    if (this.remainingMs > 0) return;
    throw new ServiceError("unavailable", OUTCOME_UNKNOWN, { details: { retryAfterSeconds: 2 } });
  }

  answered(): void {
    this.#isAnswered = true;
  }
}

const calls = new AsyncLocalStorage<Deadline | null>();

/** The deadline of the call that this code works for; null for work that nobody waits for. */
export const currentDeadline = (): Deadline | null => calls.getStore() ?? null;

/** Does the work of a call. */
export async function underDeadline<T>(deadline: Deadline, work: () => Promise<T>): Promise<T> {
  try {
    return await calls.run(deadline, work);
  } finally {
    deadline.answered();
  }
}

/** Goes on with the work of a call that was put aside. */
export const resumeDeadline = <T>(deadline: Deadline | null, work: () => T): T => calls.run(deadline, work);

/** For what a call sets off and does not wait for. */
export const withoutDeadline = <T>(work: () => T): T => calls.run(null, work);
