import { retryAfterOf } from "./read-error.js";
import { backoff, sleep } from "./wait-for.js";

export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

export interface RetryOptions {
  /** How often a request is sent again; 4 unless said otherwise. */
  retries?: number | undefined;
  /** The longest `Retry-After` that is waited for, in seconds; longer ones are errors at once. 60 unless said otherwise. */
  maxRetryAfterSeconds?: number | undefined;
  /** Default: the global one. */
  fetch?: Fetch | undefined;
}

const WAITS = { first: 500, most: 8000 };

/**
 * Sends a request again where that is safe. 429 is always: nothing was done. 503, and no answer at all, are only where the
 * request may be repeated (`init` is a GET or carries an Idempotency-Key), for its outcome is not known.
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
