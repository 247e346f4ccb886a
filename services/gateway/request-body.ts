import type { FastifyRequest } from "fastify";
import { invalidParams } from "../../contracts/errors.js";

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

/**
 * Takes the version onto which a change is made from `If-Match` into the body: `"7"`, or `7`; `*` is any
 * version. Throws `invalid_params`.
 */
export function takeIfMatch(body: Record<string, unknown>, name: string, header: string | undefined): void {
  const given = header?.trim();
  if (given === undefined || given === "*") return;
  const version = /^(?:W\/)?(?:"(\d{1,15})"|(\d{1,15}))$/.exec(given);
  if (version === null) throw invalidParams(`If-Match must be one version, as in "7", or *.`);
  const wanted = Number(version[1] ?? version[2]);
  if (body[name] !== undefined && body[name] !== wanted)
    throw invalidParams(`If-Match and ${name} name different versions.`);
  body[name] = wanted;
}
