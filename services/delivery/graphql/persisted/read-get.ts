import { isPlainObject } from "../../../../contracts/content-values.js";
import { notFound } from "../../../../contracts/errors.js";
import type { EdgeRequest } from "../../../../runtime/http/edge.js";
import { refusal } from "../../query/refusal.js";
import { type AskedRequest, askedOf, jsonOf } from "../read-request.js";

/** Throws `not_found` unless a GET names a persisted query instead of carrying one (rules/delivery 35). */
export function requireNamed({ method, query }: EdgeRequest): void {
  if (query.has("query") || !query.has("extensions"))
    throw notFound(
      `There is no ${method} here but for persisted queries, by extensions with a hash and without query.`,
    );
}

/**
 * Reads the request in the address of a GET. Throws `invalid_params` for a malformed request, `not_found` for
 * one that names no query.
 */
export function readGet(request: EdgeRequest): AskedRequest {
  requireNamed(request);
  const { query } = request;
  const members: Record<string, unknown> = {};
  for (const name of ["operationName", "variables", "extensions"]) {
    const values = query.getAll(name);
    if (values.length > 1) throw refusal(`${name}: may be given only once.`);
    const [text] = values;
    if (text === undefined) continue;
    members[name] = name === "operationName" ? text : jsonOf(Buffer.from(text), name);
  }
  const { extensions } = members;
  const named = isPlainObject(extensions) ? extensions["persistedQuery"] : extensions;
  if ((named ?? null) === null) throw notFound("extensions names no persisted query.");
  return askedOf(members);
}
