import type { Readable } from "node:stream";
import type { WebhookAttempt } from "../../entities/webhook-delivery.js";
import {
  GuardedFetchError,
  guardedFetch,
  isRedirect,
  type NetworkPolicy,
} from "../../runtime/http/guarded-fetch/index.js";

/** The limits of an attempt: its time, and the bytes of the answer that are read and kept (rules/webhooks 6). */
const TIMEOUT_MS = 15_000;
const MAX_READ_BYTES = 64 * 1024;
const KEPT_BYTES = 1024;

export interface Shipment {
  url: string;
  headers: Readonly<Record<string, string>>;
  /** The body as bytes; null once it has been handed to the network. */
  body: Buffer | null;
  policy: NetworkPolicy;
}

/**
 * Makes one attempt (rules/webhooks 5 and 6) of at most 15 s. A 2xx answer is a success, even if its body breaks
 * off; everything else, redirects included, is a failure with a reason. Drops the body and calls `sent` once all
 * of it has been handed to the network. Throws only the abort reason of the signal.
 */
export async function sendAttempt(
  shipment: Shipment,
  { signal, sent }: { signal: AbortSignal; sent(): void },
): Promise<WebhookAttempt> {
  const { url, headers, policy } = shipment;
  const at = Date.now();
  const begun = performance.now();
  const ended = (statusCode: number | null, error: string | null): WebhookAttempt => ({
    at,
    statusCode,
    durationMs: Math.round(performance.now() - begun),
    error,
  });
  const deadline = AbortSignal.timeout(TIMEOUT_MS);
  try {
    const answer = await guardedFetch(url, {
      policy,
      signal: AbortSignal.any([signal, deadline]),
      method: "POST",
      headers,
      body: () => shipment.body,
      sent() {
        shipment.body = null;
        sent();
      },
      maxRedirects: 0,
      firstByteMs: TIMEOUT_MS,
      idleMs: TIMEOUT_MS,
    });
    const text = await readStart(answer.body);
    // A body that breaks off because this process ends is still an answer.
    return ended(answer.status, isSuccess(answer.status) ? null : whyNot(answer.status, text));
  } catch (error) {
    if (signal.aborted) throw error;
    if (deadline.aborted) return ended(null, `The receiver did not answer within ${TIMEOUT_MS / 1000} s.`);
    if (error instanceof GuardedFetchError) return ended(null, withCode(error));
    throw error;
  }
}

export const isSuccess = (statusCode: number | null): boolean =>
  statusCode !== null && statusCode >= 200 && statusCode < 300;

function whyNot(status: number, text: string): string {
  const reason = isRedirect(status)
    ? `The receiver answered ${status}; redirects are not followed.`
    : `The receiver answered ${status}.`;
  return text === "" ? reason : `${reason} ${text}`;
}

/** Adds the system's error code, such as ECONNREFUSED, which helps the person who runs the receiver. */
function withCode({ message, cause }: GuardedFetchError): string {
  const code = cause instanceof Error && "code" in cause ? cause.code : undefined;
  return typeof code === "string" ? `${message} (${code})` : message;
}

/** Reads at most 64 KB of an answer and returns its first 1 KB, or what came before it broke off. */
async function readStart(body: Readable): Promise<string> {
  const kept: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const chunk of body as AsyncIterable<Buffer>) {
      if (bytes < KEPT_BYTES) kept.push(chunk.subarray(0, KEPT_BYTES - bytes));
      bytes += chunk.length;
      if (bytes >= MAX_READ_BYTES) break;
    }
  } catch {
    // An answer that is too slow or breaks off has already given its status.
  } finally {
    body.destroy();
  }
  return Buffer.concat(kept).toString("utf8").replaceAll("\u0000", "").trim();
}
