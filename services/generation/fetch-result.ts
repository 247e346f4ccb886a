import { Readable } from "node:stream";
import { reasonOf } from "../../runtime/errors/reason-of.js";
import {
  GuardedFetchError,
  guardedFetch,
  isRedirect,
  type NetworkPolicy,
} from "../../runtime/http/guarded-fetch/index.js";

const FIRST_BYTE_MS = 30_000;
/** The bytes that are read of an upstream's error body. */
const SAID_BYTES = 200;

/** The error for an address that did not give the result. */
export class ResultNotFetched extends Error {
  override readonly name = "ResultNotFetched";
}

/** The error for an address that the network guard refuses, and would refuse again. */
export class ResultRefused extends Error {
  override readonly name = "ResultRefused";
}

/** The addresses from which results may be fetched. */
export interface Reach {
  policy: NetworkPolicy;
  /** The origins that the operator named for this provider (`resultOrigins`). */
  own: readonly string[];
}

/**
 * Opens the address of a result. An upstream writes the address, so it goes through the network guard like
 * any untrusted address, and so do all redirects; only an origin that the operator named may lie in a
 * private network. Throws ResultNotFetched, ResultRefused, or the signal's reason.
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
