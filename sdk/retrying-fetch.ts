import { retryAfterOf } from "./read-error.js";
import { backoff, sleep } from "./wait-for.js";

export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

export interface RetryOptions {
  /** Number of repetitions of a request; 4 by default. */
  retries?: number | undefined;
  /**
   * The longest `Retry-After` in seconds that is waited for; a longer one is an error at once. 60 by default.
   */
  maxRetryAfterSeconds?: number | undefined;
  /** The fetch function; the global one by default. */
  fetch?: Fetch | undefined;
}

const WAITS = { first: 500, most: 8000 };

/**
 * Returns a fetch function that repeats a request where that is safe. After 429 it always is, because nothing
 * was done. After 503 or without an answer the outcome is unknown, so only a GET, a HEAD or a request with an
 * Idempotency-Key is repeated.
 */
export function retryingFetch({
  retries = 4,
  maxRetryAfterSeconds = 60,
  fetch: given,
}: RetryOptions = {}): Fetch {
  return async (url, init) => {
    const send = given ?? globalThis.fetch;
    const signal = init.signal ?? undefined;
    const mayRepeat = isRepeatable(init);
    for (let tries = 0; ; tries++) {
      let waitMs = backoff(tries, WAITS);
      try {
        const response = await send(url, init);
        const isAgain = response.status === 429 || (response.status === 503 && mayRepeat);
        const asked = retryAfterOf(response) ?? 0;
        if (!isAgain || tries >= retries || asked > maxRetryAfterSeconds) return response;
        await response.body?.cancel();
        waitMs = Math.max(asked * 1000, waitMs);
      } catch (error) {
        if (signal?.aborted || !mayRepeat || tries >= retries) throw error;
      }
      await sleep(waitMs, signal);
    }
  };
}

function isRepeatable({ method = "GET", headers }: RequestInit): boolean {
  return method === "GET" || method === "HEAD" || new Headers(headers).has("idempotency-key");
}
