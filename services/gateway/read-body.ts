import type { FastifyRequest } from "fastify";
import type { RestRoute } from "../../contracts/contract.js";
import { invalidParams } from "../../contracts/errors.js";

const JSON_TYPE = /^application\/json\s*(;|$)/i;
const FORM_TYPE = /^application\/x-www-form-urlencoded\s*(;|$)/i;

/** The body as an object; no body reads as an empty one (decisions 2). */
export function readBody(request: FastifyRequest, route: RestRoute): Record<string, unknown> {
  const bytes = request.body;
  if (!Buffer.isBuffer(bytes) || bytes.length === 0) return {};
  const type = request.headers["content-type"] ?? "";
  if (route.accept === "form" && FORM_TYPE.test(type))
    return Object.fromEntries(new URLSearchParams(bytes.toString("utf8")));
  if (!JSON_TYPE.test(type))
    throw invalidParams("The body must be JSON with Content-Type: application/json.");
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    throw invalidParams("The body is not valid JSON.");
  }
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw invalidParams("The body must be a JSON object.");
  return value as Record<string, unknown>;
}
