import { type Meaning, type Refusal, sentenceOf } from "../../kit/upstream/upstream-client.js";

/**
 * Google's status names. 429 is a limit of requests or tokens in a time, whose sentence speaks of plan and billing too;
 * only prepaid credits that are used up are an empty balance. A bad key is a 400.
 */
export function meaningOf({ status, body }: Refusal): Meaning | null {
  const said = sentenceOf(body);
  if (status === 429) {
    if (/credits? (?:are|is) depleted/i.test(said)) return { failure: "provider_balance" };
    const wait = retryDelayMs(body);
    return { failure: "rate_limited", ...(wait !== undefined && { retryAfterMs: wait }) };
  }
  if (status === 400 && /api key/i.test(said)) return { failure: "provider_auth" };
  if (/billing|prepay/i.test(said) && status !== 400) return { failure: "provider_balance" };
  if (status === 400 && /safety|policy|prohibited|responsible ai/i.test(said))
    return { failure: "content_policy" };
  return null;
}

/**
 * Returns the milliseconds of google.rpc.RetryInfo, such as `"retryDelay": "26.4s"`, because Google sends no `Retry-After`;
 * undefined without it.
 */
function retryDelayMs(body: unknown): number | undefined {
  const { error } = (typeof body === "object" && body !== null ? body : {}) as {
    error?: { details?: unknown } | null;
  };
  for (const detail of Array.isArray(error?.details) ? (error.details as unknown[]) : []) {
    const { retryDelay } = (detail ?? {}) as { retryDelay?: unknown };
    const seconds =
      typeof retryDelay === "string" ? /^(\d{1,9}(?:\.\d{1,9})?)s$/.exec(retryDelay)?.[1] : undefined;
    if (seconds !== undefined) return Math.ceil(Number(seconds) * 1000);
  }
  return undefined;
}

/** Reasons for which a candidate has no part. */
export const BLOCKED = /SAFETY|PROHIBITED|BLOCKLIST|SPII|RECITATION|IMAGE_/;
