import { networksOf } from "../http/client-network.js";
import { AsyncLocalStorage } from "node:async_hooks";
import type { Context } from "moleculer";
import { ServiceError } from "../../contracts/errors.js";
import { onBehalfOf } from "../concurrency/caller.js";
import { elapsed, type SharedClock } from "../process/clock.js";
import type { CallMeta } from "./context.js";

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

/** What is committed so long before the caller gives up is through by then, and the clocks differ by less. */
const MARGIN_MS = 500;

/** The margin is taken once: a call that another call makes ends no later than that one, whose margin is taken already. */
export const margin = (): number => (currentDeadline() === null ? MARGIN_MS : 0);

/** The header of a call between nodes: when its caller gives up, by the shared clock. */
export const DEADLINE = "kilnDeadline";

/** A call as the broker's middlewares have it. */
export type BrokerCall = Context & { headers: Record<string, unknown>; options: { timeout?: number } };
export type BrokerHandler = (call: BrokerCall) => Promise<unknown>;

/**
 * A wrapper of the actions that are answered here: each call of them runs on behalf of its caller, and under its deadline. One that
 * came later than that is rejected with what `refusal` gives.
 */
export const answerInTime =
  (clock: SharedClock, refusal: (action: string) => Error) =>
  (next: BrokerHandler, { name }: { name: string }): BrokerHandler =>
  (call) => {
    const remaining = remainingOf(call, clock);
    if (remaining <= 0) return Promise.reject(refusal(name));
    const { auth, line, client = "" } = call.meta as Partial<CallMeta>;
    const site = !auth && client !== "" ? networksOf(client).site : undefined;
    const work = () => underDeadline(new Deadline(remaining), () => next(call));
    return onBehalfOf(auth?.accountId ?? line, work, site);
  };

function remainingOf({ headers, options }: BrokerCall, clock: SharedClock): number {
  const { timeout = CALL_MS } = options;
  const own = timeout > 0 ? timeout - margin() : Infinity;
  const deadline = headers[DEADLINE];
  if (typeof deadline !== "number") return own;
  const now = clock.now();
  return now === null ? own : Math.min(own, deadline - now);
}
