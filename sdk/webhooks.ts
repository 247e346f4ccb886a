import type { DeliveredDocument } from "./generated/types.js";

interface Facts {
  projectId: string;
  documentId: string;
  /** The name of the content type. */
  type: string;
  publishedAt: string | null;
}

/** The body of a webhook request. */
export type WebhookEvent =
  | (Facts & {
      event: "document.publish";
      /** The document as delivery returns it with `locale=*`; absent above 256 KB. */
      document?: DeliveredDocument;
      /** The languages whose readers get changed content. */
      locales: string[];
    })
  | (Facts & { event: "document.unpublish" | "document.delete" });

/** The error for a request that is not from Kiln, was changed on its way, or is too old. */
export class WebhookError extends Error {
  override readonly name = "WebhookError";
}

export interface VerifyOptions {
  /** The age in seconds up to which a request is accepted; 300 by default. */
  toleranceSeconds?: number | undefined;
  /** The present time in milliseconds; `Date.now()` by default. */
  now?: number | undefined;
}

/** The headers of a request, of fetch or of Node. */
export type HeadersLike = Headers | Readonly<Record<string, string | readonly string[] | undefined>>;

/**
 * Verifies that a webhook request is from Kiln and returns its body. `secret` is the whole secret with
 * `whsec_`; `rawBody` is the body before any parsing. Kiln sends two signatures, its own and that of Standard
 * Webhooks. One is enough, and if both are present, both must be valid. Throws a WebhookError otherwise.
 */
export async function verifyWebhook(
  secret: string,
  headers: HeadersLike,
  rawBody: string | Uint8Array,
  { toleranceSeconds = 300, now = Date.now() }: VerifyOptions = {},
): Promise<WebhookEvent> {
  const get = (name: string): string | null => headerOf(headers, name);
  const body = typeof rawBody === "string" ? new TextEncoder().encode(rawBody) : rawBody;
  const own = get("x-svc-signature");
  const standard = get("webhook-signature");
  if (own === null && standard === null) throw new WebhookError("The request has no signature.");
  const isFresh = (ms: number): boolean => Math.abs(now - ms) <= toleranceSeconds * 1000;

  if (own !== null) {
    const timestamp = get("x-svc-timestamp") ?? "";
    if (!/^\d+$/.test(timestamp) || !isFresh(Number(timestamp)))
      throw new WebhookError("The request is too old.");
    const given = fromHex(/^sha256=([0-9a-f]{64})$/.exec(own)?.[1] ?? "");
    const key = new TextEncoder().encode(secret);
    if (!(await isSigned(key, given, `${timestamp}.`, body)))
      throw new WebhookError("X-Svc-Signature is wrong.");
  }
  if (standard !== null) {
    const timestamp = get("webhook-timestamp") ?? "";
    if (!/^\d+$/.test(timestamp) || !isFresh(Number(timestamp) * 1000))
      throw new WebhookError("The request is too old.");
    const signed = `${get("webhook-id") ?? ""}.${timestamp}.`;
    const key = fromBase64(secret.replace(/^whsec_/, ""));
    const given = standard
      .split(" ")
      .flatMap((each) => (each.startsWith("v1,") ? [fromBase64(each.slice(3))] : []));
    const found = await Promise.all(given.map((each) => isSigned(key, each, signed, body)));
    if (!found.includes(true)) throw new WebhookError("webhook-signature is wrong.");
  }
  return JSON.parse(new TextDecoder().decode(body)) as WebhookEvent;
}

function headerOf(headers: HeadersLike, name: string): string | null {
  if (headers instanceof Headers) return headers.get(name);
  const found = Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];
  return typeof found === "string" ? found : null;
}

/** Verifies an HMAC in constant time with Web Crypto. */
async function isSigned(
  secret: Uint8Array<ArrayBuffer>,
  signature: Uint8Array<ArrayBuffer>,
  prefix: string,
  body: Uint8Array,
): Promise<boolean> {
  if (secret.length === 0 || signature.length !== 32) return false;
  const before = new TextEncoder().encode(prefix);
  const message = new Uint8Array(before.length + body.length);
  message.set(before);
  message.set(body, before.length);
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const key = await crypto.subtle.importKey("raw", secret, algorithm, false, ["verify"]);
  return crypto.subtle.verify("HMAC", key, signature, message);
}

const fromHex = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));

function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  try {
    return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  } catch {
    return new Uint8Array();
  }
}
