import { ServiceError } from "../../contracts/errors.js";
import { AutoResetEvent } from "../../runtime/concurrency/auto-reset-event.js";

const READ_MS = 2000;
/** Milliseconds between two progress reports of a waiting tool with a progressToken (rules/mcp 9). */
const REPORT_MS = 5000;

/** A wait for the end of some work. */
export interface Wait<T> {
  /** State that is known at the start. */
  first: T;
  isOver(state: T): boolean;
  read(): Promise<T>;
  /** Describes the state in one phrase, for progress. */
  describe(state: T): string | Promise<string>;
  /** Calls `wake` when the state may have changed; returns the function that stops listening. */
  onChange(wake: () => void): () => void;
  /** Ends the work when the client gives the call up and has asked for that; left out: nothing ends it. */
  cancel?(state: T): Promise<unknown>;
  /** End of the wait, in milliseconds since the epoch. */
  until: number;
  /** Length of the wait in seconds, for progress. */
  totalSeconds: number;
}

/** The client that waits, with its credential and its process. */
export interface Waiter {
  hasLeft: AbortSignal;
  draining: AbortSignal;
  /** Calls back about a second after the credential's end; returns the function that stops watching. */
  watchCredential(onGone: () => void): () => void;
  isStillValid(): Promise<boolean>;
  /** Sends progress; null when the client did not ask for it. */
  report: ((text: string, totalSeconds?: number) => Promise<void>) | null;
}

/**
 * Reads the state at each wake-up and every 2 s, and returns the state that is reached when the work is over,
 * the time is up, the client left or the process drains. Throws unauthenticated within a second after the
 * credential ended (rules/identity 25).
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
    return await readUntilOver(wait, waiter, wakeUp, credential);
  } finally {
    for (const stop of stops) stop();
  }
}

function onAbort(signal: AbortSignal, wake: () => void): () => void {
  signal.addEventListener("abort", wake);
  return () => signal.removeEventListener("abort", wake);
}

async function readUntilOver<T>(
  wait: Wait<T>,
  waiter: Waiter,
  wakeUp: AutoResetEvent,
  credential: { isGone: boolean },
): Promise<T> {
  let state = wait.first;
  // The state may have changed before the listening began, so the first read comes at once.
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
      await report(wait, state, waiter.report);
      reportAt = Date.now() + REPORT_MS;
    }
    await wakeUp.wait(Math.min(readAt, reportAt, wait.until) - Date.now());
  }
}

/** Sends the state as progress. A report that does not arrive is no reason to lose the result. */
async function report<T>(wait: Wait<T>, state: T, send: NonNullable<Waiter["report"]>): Promise<void> {
  try {
    await send(await wait.describe(state), wait.totalSeconds);
  } catch {}
}

/**
 * Reads the state again. A database or service that is away for a moment does not end the wait: the work goes
 * on, and its id must not be lost.
 */
async function readAgain<T>(wait: Wait<T>, state: T): Promise<T> {
  try {
    return await wait.read();
  } catch (error) {
    if (error instanceof ServiceError && error.code === "unavailable") return state;
    throw error;
  }
}

async function refuseRevoked(waiter: Waiter): Promise<void> {
  // A credential that cannot be checked for a moment does not count as revoked.
  const isValid = await waiter.isStillValid().catch(() => true);
  if (!isValid) throw new ServiceError("unauthenticated");
}

/** Runs work, and sends progress meanwhile if the client asked for it. */
export async function reporting<T>(
  { report }: Pick<Waiter, "report">,
  doing: string,
  work: () => Promise<T>,
): Promise<T> {
  // A report that does not arrive is no reason to lose the result.
  const timer = setInterval(() => void report?.(doing).catch(() => {}), REPORT_MS);
  try {
    return await work();
  } finally {
    clearInterval(timer);
  }
}
