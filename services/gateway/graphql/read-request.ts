import { isPlainObject } from "../../../contracts/content-empty.js";
import { invalidParams } from "../../../contracts/errors.js";
import type { EdgeRequest } from "../../../runtime/edge.js";
import { readJsonObject } from "../read-body.js";

/** What a request asks (GraphQL over HTTP). */
export interface GraphqlRequest {
  query: string;
  operationName: string | null;
  variables: Readonly<Record<string, unknown>>;
}

/** Of a POST. Throws `invalid_params` that names the field. */
export const readPost = (bytes: Buffer, contentType: string): GraphqlRequest =>
  checked(readJsonObject(bytes, contentType));

/** Of a GET, whose objects are JSON. */
export function readGet({ query }: EdgeRequest): GraphqlRequest {
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
}: Record<string, unknown>): GraphqlRequest {
  if (isPlainObject(extensions) && "persistedQuery" in extensions && query === undefined)
    throw invalidParams("Persisted queries are not kept here: send query.");
  if (typeof query !== "string") throw invalidParams("query must be a text.");
  if (operationName !== null && typeof operationName !== "string")
    throw invalidParams("operationName must be a text.");
  for (const [name, value] of Object.entries({ variables, extensions }))
    if (value !== undefined && value !== null && !isPlainObject(value))
      throw invalidParams(`${name} must be an object.`);
  return {
    query,
    operationName: operationName === "" ? null : operationName,
    variables: isPlainObject(variables) ? variables : {},
  };
}
