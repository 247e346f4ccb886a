import { AsyncLocalStorage } from "node:async_hooks";
import { ServiceError } from "../../contracts/errors.js";
import { elapsed } from "../process/clock.js";

/** The call that is under way: for whom it works, and until when. */
interface CurrentCall {
  /** Null of what the process does of its own accord. */
  caller: string | null;
  /** Where strangers are told apart by it; else empty. */
  network: string;
  /** Null of work that nobody waits for. */
  deadline: Deadline | null;
  isBackground: boolean;
}

const NOBODYS: CurrentCall = { caller: null, network: "", deadline: null, isBackground: false };

const calls = new AsyncLocalStorage<CurrentCall>();

const current = (): CurrentCall => calls.getStore() ?? NOBODYS;

/** Everybody who calls without an account, together. */
const STRANGERS = "strangers";

/**
 * Does the work of a call, for the account that calls or, within a call, for the account that made that one. Strangers are one
 * caller together; `site` says from where one of them calls, as `networksOf` names it.
 */
export function onBehalfOf<T>(accountId: string | undefined, work: () => T, site?: string): T {
  const { caller, network, deadline, isBackground } = current();
  const own = { caller: accountId ?? caller ?? STRANGERS, network: site ?? network, deadline, isBackground };
  return calls.run(own, work);
}

/** For whom this code works; null for what the process does of its own accord, such as reading credentials. */
export const currentCaller = (): string | null => current().caller;

/** The site from which a stranger calls, so that strangers take turns by site; empty where it is not known. */
export const currentNetwork = (): string => current().network;

/** Nobody's call, transaction or deadline is about in it. */
const outside = AsyncLocalStorage.snapshot();

/**
 * Does what the process does for many at once, such as a read that callers share or a timer that outlives who began it: in
 * nobody's line, and under nobody's deadline. Otherwise all would wait in the line of the first caller.
 */
export const asProcess = <T>(work: () => T): T => outside(work);

/** Runs work that nobody waits for: where a process can do one thing at a time, requests go first. */
export const inBackground = <T>(work: () => T): T =>
  calls.run({ ...current(), isBackground: true }, () => onBehalfOf("background", work));

export const isInBackground = (): boolean => current().isBackground;

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

/** The deadline of the call that this code works for; null for work that nobody waits for. */
export const currentDeadline = (): Deadline | null => current().deadline;

/** Does the work of a call. */
export async function underDeadline<T>(deadline: Deadline, work: () => Promise<T>): Promise<T> {
  try {
    return await resumeDeadline(deadline, work);
  } finally {
    deadline.answered();
  }
}

/** Goes on with the work of a call that was put aside. */
export const resumeDeadline = <T>(deadline: Deadline | null, work: () => T): T =>
  calls.run({ ...current(), deadline }, work);

/** For what a call sets off and does not wait for. */
export const withoutDeadline = <T>(work: () => T): T => resumeDeadline(null, work);
