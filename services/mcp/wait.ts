import { ServiceError } from "../../contracts/errors.js";
import { AutoResetEvent } from "../../runtime/concurrency/auto-reset-event.js";

const READ_MS = 2000;
/** With a progressToken a waiting tool sends progress every 5 s (rules/mcp 9) */
export const REPORT_MS = 5000;

/** What is waited for. */
export interface Wait<T> {
  /** What is known at the start. */
  first: T;
  isOver(state: T): boolean;
  read(): Promise<T>;
  /** One phrase about the state, for progress. */
  describe(state: T): string;
  /** Calls `wake` when the state may have changed; gives the function that stops listening. */
  onChange(wake: () => void): () => void;
  /** Ends the work, where the client said to do so when it gives the call up; left out: nothing ends it. */
  cancel?(state: T): Promise<unknown>;
  /** Milliseconds since the epoch. */
  until: number;
  /** Seconds, for progress. */
  totalSeconds: number;
}

/** Who waits. */
export interface Waiter {
  hasLeft: AbortSignal;
  draining: AbortSignal;
  /** Calls back within a second or so of the credential's end; gives the function that stops watching. */
  watchCredential(onGone: () => void): () => void;
  isStillValid(): Promise<boolean>;
  /** Null: the client did not ask for progress. */
  report: ((text: string, totalSeconds?: number) => Promise<void>) | null;
}

/**
 * Re-reads on the wake-up and every 2 s, and gives the state that is reached when it is over, the time
 * is up, the client left or the process drains. Throws unauthenticated within a second after the
 * credential went (rules/identity 25).
 */
export async function waitFor<T>(wait: Wait<T>, waiter: Waiter): Promise<T> {
  const wakeUp = new AutoResetEvent();
  const wake = () => wakeUp.set();
  const credential = { isGone: false };
  const stops = [
    wait.onChange(wake),
    waiter.watchCredential(() => {
      credential.isGone = true;
      wake();
    }),
    onAbort(waiter.hasLeft, wake),
    onAbort(waiter.draining, wake),
  ];
  try {
    return await walk(wait, waiter, wakeUp, credential);
  } finally {
    for (const stop of stops) stop();
  }
}

function onAbort(signal: AbortSignal, wake: () => void): () => void {
  signal.addEventListener("abort", wake);
  return () => signal.removeEventListener("abort", wake);
}

async function walk<T>(
  wait: Wait<T>,
  waiter: Waiter,
  wakeUp: AutoResetEvent,
  credential: { isGone: boolean },
): Promise<T> {
  let state = wait.first;
  // It may have changed between the first state and the listening.
  let readAt = 0;
  let reportAt = waiter.report === null ? Number.POSITIVE_INFINITY : Date.now() + REPORT_MS;
  for (;;) {
    if (waiter.hasLeft.aborted) return state;
    if (credential.isGone) throw new ServiceError("unauthenticated");
    const isLast = Date.now() >= wait.until || waiter.draining.aborted;
    if (wakeUp.takeSignal() || isLast || Date.now() >= readAt) {
      state = await readAgain(wait, state);
      readAt = Date.now() + READ_MS;
    }
    if (isLast || wait.isOver(state)) {
      await refuseRevoked(waiter);
      return state;
    }
    if (waiter.report !== null && Date.now() >= reportAt) {
      // One report that does not arrive is no reason to lose the result.
      await waiter.report(wait.describe(state), wait.totalSeconds).catch(() => {});
      reportAt = Date.now() + REPORT_MS;
    }
    await wakeUp.wait(Math.min(readAt, reportAt, wait.until) - Date.now());
  }
}

/** A database or service that is away for a moment does not end the wait: the work goes on, and its id must not be lost. */
async function readAgain<T>(wait: Wait<T>, state: T): Promise<T> {
  try {
    return await wait.read();
  } catch (error) {
    if (error instanceof ServiceError && error.code === "unavailable") return state;
    throw error;
  }
}

async function refuseRevoked(waiter: Waiter): Promise<void> {
  // Not knowing, for a moment, is not a revocation.
  const isValid = await waiter.isStillValid().catch(() => true);
  if (!isValid) throw new ServiceError("unauthenticated");
}
