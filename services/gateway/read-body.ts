import type { FastifyRequest } from "fastify";
import type { RestRoute } from "../../contracts/contract.js";
import { invalidParams } from "../../contracts/errors.js";
import {
  isTooDeep,
  MAX_JSON_DEPTH,
  inexactSentence,
  protoSentence,
  readJson,
} from "../../runtime/http/json-text.js";

const JSON_TYPE = /^application\/json\s*(;|$)/i;
const FORM_TYPE = /^application\/x-www-form-urlencoded\s*(;|$)/i;

/** Headers that name the sender of a request: they stay at the edge. */
const PRIVATE_HEADERS = new Set(["authorization", "cookie", "proxy-authorization"]);

/** Bytes that are not UTF-8 read as replaced characters, which no signature covers. */
function readRaw({ body, headers }: FastifyRequest): Record<string, unknown> {
  const passed = Object.entries(headers).filter(
    ([name, value]) => typeof value === "string" && !PRIVATE_HEADERS.has(name),
  );
  return {
    payload: Buffer.isBuffer(body) ? body.toString("utf8") : "",
    headers: Object.fromEntries(passed),
  };
}

/** The body as an object; no body reads as an empty one (rules/edge 16). */
export function readBody(request: FastifyRequest, route: RestRoute): Record<string, unknown> {
  const bytes = request.body;
  if (route.accept === "raw") return readRaw(request);
  if (!Buffer.isBuffer(bytes) || bytes.length === 0) return {};
  const type = request.headers["content-type"] ?? "";
  if (route.accept === "form" && FORM_TYPE.test(type))
    return Object.fromEntries(new URLSearchParams(bytes.toString("utf8")));
  return readJsonObject(bytes, type);
}

/** A JSON object that was sent with a content type. Throws `invalid_params` for anything else, and for what JSON cannot carry. */
export function readJsonObject(bytes: Buffer, type: string): Record<string, unknown> {
  if (!JSON_TYPE.test(type))
    throw invalidParams("The body must be JSON with Content-Type: application/json.");
  if (isTooDeep(bytes))
    throw invalidParams(`The body may nest lists and objects ${MAX_JSON_DEPTH} levels deep, no deeper.`);
  const inexact = inexactSentence(bytes);
  if (inexact !== null) throw invalidParams(inexact);
  let value: unknown;
  try {
    value = readJson(bytes);
  } catch {
    throw invalidParams("The body is not valid JSON.");
  }
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw invalidParams("The body must be a JSON object.");
  const proto = protoSentence(bytes, value);
  if (proto !== null) throw invalidParams(proto);
  return value as Record<string, unknown>;
}
