import type { FastifyRequest } from "fastify";

const FORM_TYPE = /^application\/x-www-form-urlencoded\s*(;|$)/i;

/** The headers that identify the sender of a request; they stay at the edge. */
const PRIVATE_HEADERS = new Set(["authorization", "cookie", "proxy-authorization"]);

/**
 * Returns the text and the headers of a request whose sender signs its bytes. Bytes that are not UTF-8 read
 * as replacement characters, which no signature covers.
 */
export function readRaw({ body, headers }: FastifyRequest): Record<string, unknown> {
  const passed = Object.entries(headers).filter(
    ([name, value]) => typeof value === "string" && !PRIVATE_HEADERS.has(name),
  );
  return {
    payload: Buffer.isBuffer(body) ? body.toString("utf8") : "",
    headers: Object.fromEntries(passed),
  };
}

/** Returns the fields of a form; null for a body of another type. */
export const readForm = (bytes: Buffer, type: string): Record<string, unknown> | null =>
  FORM_TYPE.test(type) ? Object.fromEntries(new URLSearchParams(bytes.toString("utf8"))) : null;
