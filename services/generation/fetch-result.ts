import { Readable } from "node:stream";
import { reasonOf } from "../../runtime/errors/reason-of.js";
import {
  GuardedFetchError,
  guardedFetch,
  isRedirect,
  type NetworkPolicy,
} from "../../runtime/http/guarded-fetch/index.js";

const FIRST_BYTE_MS = 30_000;
/** What an upstream says beside an error is not read further than this. */
const SAID_BYTES = 200;

/** An address did not give the result. */
export class ResultNotFetched extends Error {
  override readonly name = "ResultNotFetched";
}

/** The network guard refuses the address, and would refuse it again. */
export class ResultRefused extends Error {
  override readonly name = "ResultRefused";
}

/** Where results may be fetched from. */
export interface Reach {
  policy: NetworkPolicy;
  /** Origins that the operator named for this provider (`resultOrigins`). */
  own: readonly string[];
}

/**
 * Opens the address of a result. An upstream writes it, so it is a stranger's and goes through the network guard, and so does
 * whatever it redirects to; only an origin that the operator named himself may lie in a private network.
 * Throws ResultNotFetched, ResultRefused, or the signal's reason.
 */
export async function fetchResult(url: URL, reach: Reach, signal: AbortSignal): Promise<Readable> {
  const late = new AbortController();
  const timer = setTimeout(
    () => late.abort(new Error(`its first byte did not come within ${FIRST_BYTE_MS / 1000} s`)),
    FIRST_BYTE_MS,
  );
  try {
    return await open(url, reach, AbortSignal.any([signal, late.signal]));
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof ResultNotFetched) throw error;
    if (error instanceof GuardedFetchError) {
      const Fault = error.reason === "refused" ? ResultRefused : ResultNotFetched;
      throw new Fault(`its address cannot be read: ${error.message}`, { cause: error });
    }
    const { cause = error } = error as Error;
    const reason = reasonOf(cause);
    throw new ResultNotFetched(`its address could not be read: ${reason.slice(0, SAID_BYTES)}`, {
      cause: error,
    });
  } finally {
    clearTimeout(timer);
  }
}

const MAX_REDIRECTS = 5;

async function open(from: URL, { policy, own }: Reach, signal: AbortSignal): Promise<Readable> {
  let url = from;
  if (!own.includes(url.origin)) return openGuarded(url, policy, signal);
  for (let left = MAX_REDIRECTS; left >= 0; left -= 1) {
    const response = await fetch(url, { signal, redirect: "manual" });
    if (response.ok && response.body !== null) return Readable.fromWeb(response.body);
    await response.body?.cancel();
    const to = response.headers.get("location");
    if (!isRedirect(response.status) || to === null || !URL.canParse(to, url.href))
      throw new ResultNotFetched(`its address answered ${response.status}`);
    url = new URL(to, url);
    if (url.origin !== from.origin) return openGuarded(url, policy, signal);
  }
  throw new ResultNotFetched("its address redirects too often");
}

async function openGuarded(url: URL, policy: NetworkPolicy, signal: AbortSignal): Promise<Readable> {
  const { status, body } = await guardedFetch(url.href, { policy, signal });
  if (status >= 200 && status < 300) return body;
  body.destroy();
  throw new ResultNotFetched(`its address answered ${status}`);
}
