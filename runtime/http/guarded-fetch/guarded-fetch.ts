import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import type { Readable } from "node:stream";
import { checkUrl, hostOf } from "./check-url.js";
import { GuardedFetchError, refused, unreachable } from "./fetch-error.js";
import type { NetworkPolicy } from "./network-policy.js";
import type { Resolver } from "./name-resolver.js";
import { type Message, openRequest } from "./open-request.js";
import { resolveHost } from "./resolve-host.js";

/** The longest wait for the first byte, and then the longest pause between two (rules/storage 23). */
const FIRST_BYTE_MS = 30_000;
const IDLE_MS = 30_000;
const REDIRECTS = new Set([301, 302, 303, 307, 308]);

/** Returns whether a status says that the answer is elsewhere; 300 and 304, for example, do not. */
export const isRedirect = (status: number): boolean => REDIRECTS.has(status);

export interface GuardedRequest {
  policy: NetworkPolicy;
  /** The signal that ends the request and its body; its reason is thrown. */
  signal: AbortSignal;
  method?: "GET" | "POST";
  headers?: Readonly<Record<string, string>>;
  /** Returns the body; called once for each hop. */
  body?: () => Buffer | null;
  /** Called when all of a hop's body has been handed to the network, however long the answer takes. */
  sent?: () => void;
  /** The most redirects that are followed, 5 by default; with 0 a redirect is the answer. */
  maxRedirects?: number;
  firstByteMs?: number;
  /** The longest pause of the body. */
  idleMs?: number;
  resolve?: Resolver;
}

export interface GuardedResponse {
  /** The URL that answered, after the last redirect. */
  url: URL;
  status: number;
  headers: IncomingHttpHeaders;
  /** The body as it came, never decompressed. A caller that does not read it destroys it. */
  body: Readable;
}

/**
 * Sends a request to an untrusted address (rules/running 28): every hop is checked by the policy, looked up once,
 * and connected to at an address that was checked. Throws GuardedFetchError, or the signal's reason.
 */
export async function guardedFetch(text: string, request: GuardedRequest): Promise<GuardedResponse> {
  const { firstByteMs = FIRST_BYTE_MS, idleMs = IDLE_MS, signal } = request;
  const controller = new AbortController();
  const abort = () => controller.abort(signal.reason);
  if (signal.aborted) abort();
  signal.addEventListener("abort", abort, { once: true });
  const late = setTimeout(
    () => controller.abort(unreachable(`The URL did not answer within ${firstByteMs / 1000} s.`)),
    firstByteMs,
  );
  try {
    const { url, response } = await untilAborted(follow(text, request, controller.signal), controller.signal);
    response.once("close", () => signal.removeEventListener("abort", abort));
    response.setTimeout(idleMs, () => response.destroy(unreachable("The URL stopped sending.")));
    return { url, status: response.statusCode ?? 0, headers: response.headers, body: response };
  } catch (error) {
    signal.removeEventListener("abort", abort);
    throw error;
  } finally {
    clearTimeout(late);
  }
}

/** Waits for work only until the signal aborts, since not every look-up can be canceled. */
function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    if (signal.aborted) abort();
    signal.addEventListener("abort", abort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener("abort", abort));
  });
}

async function follow(
  text: string,
  { policy, resolve, maxRedirects = 5, method = "GET", headers = {}, body, sent }: GuardedRequest,
  signal: AbortSignal,
): Promise<{ url: URL; response: IncomingMessage }> {
  const message: Message = { method, headers, body: body ?? (() => null), sent: sent ?? (() => {}) };
  let url = checkUrl(text, policy);
  for (let hop = 0; ; hop += 1) {
    const addresses = await resolveHost(hostOf(url), policy, { signal, resolve });
    signal.throwIfAborted();
    const response = await openRequest(url, addresses, message, signal);
    const { location } = response.headers;
    const isElsewhere = isRedirect(response.statusCode ?? 0) && location !== undefined;
    if (!isElsewhere || maxRedirects === 0) return { url, response };
    response.destroy();
    if (hop === maxRedirects) throw refused(`The URL redirects more than ${maxRedirects} times.`);
    url = redirectTarget(location, url, policy);
  }
}

function redirectTarget(location: string, from: URL, policy: NetworkPolicy): URL {
  // The target is checked as it was written, unless it is relative, and so on the checked host.
  const isWhole = /^[\s\p{Cc}]*(?:[a-z][a-z0-9+.-]*:|[/\\]{2})/iu.test(location);
  const target = location.startsWith("//") ? `${from.protocol}${location}` : location;
  try {
    if (isWhole) return checkUrl(target, policy);
    if (!URL.canParse(location, from.href)) throw refused("it is not a URL");
    return checkUrl(new URL(location, from).href, policy);
  } catch (error) {
    if (error instanceof GuardedFetchError)
      throw refused(`The URL redirects to an address that is not allowed: ${error.message}`);
    throw error;
  }
}
