import { AsyncLocalStorage } from "node:async_hooks";
import { ServiceError } from "../../contracts/errors.js";
import { elapsed } from "../process/clock.js";

/** The current call: the caller on whose behalf it works, and its deadline. */
interface CurrentCall {
  /** The account that calls; null for work that the process does of its own accord. */
  caller: string | null;
  /** The site of an anonymous caller, by which anonymous callers take turns; empty if it is not known. */
  network: string;
  /** The deadline of the call; null for work that nobody waits for. */
  deadline: Deadline | null;
  isBackground: boolean;
}

const NOBODYS: CurrentCall = { caller: null, network: "", deadline: null, isBackground: false };

const calls = new AsyncLocalStorage<CurrentCall>();

const current = (): CurrentCall => calls.getStore() ?? NOBODYS;

/** The caller that stands for all anonymous callers, who call without an account. */
const ANONYMOUS = "anonymous";

/**
 * Does the work of a call on behalf of the calling account or, if it is nested in another call, of the
 * account that made that one. All anonymous callers are one caller; `site` tells where one of them calls from, as
 * `networksOf` names it.
 */
export function onBehalfOf<T>(accountId: string | undefined, work: () => T, site?: string): T {
  const { caller, network, deadline, isBackground } = current();
  const own = { caller: accountId ?? caller ?? ANONYMOUS, network: site ?? network, deadline, isBackground };
  return calls.run(own, work);
}

/**
 * Returns the caller on whose behalf this code runs; null for work that the process does of its own accord,
 * such as reading credentials.
 */
export const currentCaller = (): string | null => current().caller;

/**
 * Returns the site from which an anonymous caller calls, so that these take turns by site; empty if it is not
 * known.
 */
export const currentNetwork = (): string => current().network;

/** A context without any call, transaction or deadline. */
const outside = AsyncLocalStorage.snapshot();

/**
 * Runs work that the process does for many callers, such as a shared read or a timer that outlives its
 * creator, outside of any caller's queue and deadline. Otherwise all of them would wait in the queue of the
 * first caller.
 */
export const asProcess = <T>(work: () => T): T => outside(work);

/** Runs work that nobody waits for: where a process can do one thing at a time, requests go first. */
export const inBackground = <T>(work: () => T): T =>
  calls.run({ ...current(), isBackground: true }, () => onBehalfOf("background", work));

export const isInBackground = (): boolean => current().isBackground;

/** The milliseconds that an action call may last. */
export const CALL_MS = 15_000;

export const OUTCOME_UNKNOWN =
  "The service took too long; the outcome is unknown. Repeat the request with the same Idempotency-Key.";

/**
 * The time until which a call may change something. Its caller gives up then and is told that the call
 * failed.
 */
export class Deadline {
  readonly #endsAt: number;
  /** True once the call has been answered: code that it left behind, such as a timer, has no deadline. */
  #isAnswered = false;

  constructor(remainingMs: number) {
    this.#endsAt = elapsed() + remainingMs;
  }

  get remainingMs(): number {
    return this.#isAnswered ? Infinity : this.#endsAt - elapsed();
  }

  /** Throws 503 `unavailable` if nobody waits for the call any more. */
  refuseLate(): void {
    if (this.remainingMs > 0) return;
    throw new ServiceError("unavailable", OUTCOME_UNKNOWN, { details: { retryAfterSeconds: 2 } });
  }

  answered(): void {
    this.#isAnswered = true;
  }
}

/** Returns the deadline of the call that this code works for; null for work that nobody waits for. */
export const currentDeadline = (): Deadline | null => current().deadline;

/** Does the work of a call under its deadline. */
export async function underDeadline<T>(deadline: Deadline, work: () => Promise<T>): Promise<T> {
  try {
    return await resumeDeadline(deadline, work);
  } finally {
    deadline.answered();
  }
}

/** Continues the work of a call that was put aside, under its own deadline. */
export const resumeDeadline = <T>(deadline: Deadline | null, work: () => T): T =>
  calls.run({ ...current(), deadline }, work);

/** Runs work that a call starts and does not wait for. */
export const withoutDeadline = <T>(work: () => T): T => resumeDeadline(null, work);
