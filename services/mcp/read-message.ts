import type { IncomingMessage } from "node:http";
import { ServiceError } from "../../contracts/errors.js";
import { MAX_BODY_BYTES } from "../../contracts/limits.js";
import { excessOf, inexactSentence, protoSentence, readJson } from "../../runtime/http/json-text.js";
import { readBytes } from "../../runtime/http/read-bytes.js";
import type { Refusal } from "./refusals.js";

export const isJson = (contentType: string | undefined): boolean =>
  /^application\/json\s*(;|$)/i.test(contentType ?? "");

export const tooLarge = () => new ServiceError("payload_too_large", "The body is over 32 MB.");

/** A message, with the sentence that refuses it when its numbers or names cannot be kept (`wrong`). */
export interface Read {
  message: object;
  wrong: string | null;
}

/**
 * Reads the one JSON-RPC message of a body, or the reason why the body is not one. Throws payload_too_large
 * over 32 MB.
 */
export async function readMessage(req: IncomingMessage, owner: string): Promise<Read | { refusal: Refusal }> {
  const bytes = await readBytes(req, MAX_BODY_BYTES, tooLarge, { owner });
  const excess = excessOf(bytes);
  if (excess !== null) return { refusal: { status: 400, code: -32600, message: `The body ${excess}` } };
  let message: unknown;
  try {
    message = readJson(bytes);
  } catch {
    return { refusal: { status: 400, code: -32700, message: "The body is not valid JSON." } };
  }
  if (Array.isArray(message))
    return { refusal: { status: 400, code: -32600, message: "JSON-RPC batches are not supported." } };
  if (typeof message !== "object" || message === null)
    return { refusal: { status: 400, code: -32600, message: "The body must be one JSON-RPC message." } };
  return { message, wrong: inexactSentence(bytes) ?? protoSentence(bytes, message) };
}
