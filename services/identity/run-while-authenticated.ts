import type { Auth } from "../../contracts/auth.js";
import { ServiceError } from "../../contracts/errors.js";
import type { Host } from "../../runtime/process/host.js";
import { authenticatorOf } from "./authenticator-of.js";

/** Milliseconds at the end of a drain that are left for the clean-up of ended work. */
const CLEAN_UP_MS = 5000;

/**
 * Runs work that a client waits for at the edge. Its signal aborts when the client leaves; with
 * `unauthenticated` about a second after the credential ended (rules/identity 25); with `unavailable` towards
 * the end of a drain.
 */
export async function runWhileAuthenticated<T>(
  host: Host,
  auth: Auth,
  hasLeft: AbortSignal,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const controller = new AbortController();
  const end = (code: "unauthenticated" | "unavailable", message?: string) =>
    controller.abort(new ServiceError(code, message, { details: { retryAfterSeconds: 2 } }));
  const left = () => end("unavailable", "The client left.");
  const timers: NodeJS.Timeout[] = [];
  const drain = () => {
    const stop = () => end("unavailable", "This process is stopping. Repeat the request.");
    timers.push(setTimeout(stop, Math.max(0, host.config.drainMs - CLEAN_UP_MS)));
  };
  const stopWatching = authenticatorOf(host).watch(auth, () => end("unauthenticated"));
  const stops = [onAbort(hasLeft, left), onAbort(host.draining, drain)];
  try {
    return await work(controller.signal);
  } finally {
    stopWatching();
    for (const stop of stops) stop();
    for (const timer of timers) clearTimeout(timer);
  }
}

function onAbort(signal: AbortSignal, act: () => void): () => void {
  if (signal.aborted) act();
  signal.addEventListener("abort", act, { once: true });
  return () => signal.removeEventListener("abort", act);
}
