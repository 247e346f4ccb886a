import { isPlainObject } from "../../../contracts/content-values.js";
import { invalidParams } from "../../../contracts/errors.js";
import type { EdgeRequest } from "../../../runtime/http/edge.js";
import { readJsonObject } from "../../../runtime/http/json-text.js";

/** The question of a request (GraphQL over HTTP). */
export interface GraphqlRequest {
  query: string;
  operationName: string | null;
  variables: Readonly<Record<string, unknown>>;
}

/** The question of a request, which may name its query by a hash instead. */
export interface AskedRequest extends Omit<GraphqlRequest, "query"> {
  query: string | null;
  persisted: { version: unknown; sha256Hash: string } | null;
}

/** Reads the question of a POST. Throws `invalid_params` that names the field. */
export const readPost = (bytes: Buffer, contentType: string): AskedRequest =>
  checked(readJsonObject(bytes, contentType));

/** Reads the question of a GET, whose objects are JSON. */
export function readGet({ query }: EdgeRequest): AskedRequest {
  const given: Record<string, unknown> = {};
  for (const name of ["query", "operationName", "variables", "extensions"]) {
    const values = query.getAll(name);
    if (values.length > 1) throw invalidParams(`${name} may be given only once.`);
    const [text] = values;
    if (text === undefined) continue;
    const isObject = name === "variables" || name === "extensions";
    given[name] = isObject && text !== "" ? objectOf(text, name) : text;
  }
  return checked(given);
}

function objectOf(text: string, name: string): unknown {
  try {
    return readJsonObject(Buffer.from(text), "application/json");
  } catch {
    throw invalidParams(`${name} must be a JSON object.`);
  }
}

function checked({
  query,
  operationName = null,
  variables,
  extensions,
}: Record<string, unknown>): AskedRequest {
  if (query !== undefined && query !== null && typeof query !== "string")
    throw invalidParams("query must be a text.");
  if (operationName !== null && typeof operationName !== "string")
    throw invalidParams("operationName must be a text.");
  for (const [name, value] of Object.entries({ variables, extensions }))
    if (value !== undefined && value !== null && !isPlainObject(value))
      throw invalidParams(`${name} must be an object.`);
  return {
    query: query ?? null,
    persisted: persistedIn(extensions),
    operationName: operationName === "" ? null : operationName,
    variables: isPlainObject(variables) ? variables : {},
  };
}

/**
 * Returns the persisted query that `extensions` name, or null where they name none. Throws `invalid_params`
 * for a malformed one.
 */
function persistedIn(extensions: unknown): AskedRequest["persisted"] {
  const named = isPlainObject(extensions) ? (extensions["persistedQuery"] ?? null) : null;
  if (named === null) return null;
  if (!isPlainObject(named) || typeof named["sha256Hash"] !== "string")
    throw invalidParams("extensions.persistedQuery must be an object with version and sha256Hash.");
  return { version: named["version"], sha256Hash: named["sha256Hash"] };
}
