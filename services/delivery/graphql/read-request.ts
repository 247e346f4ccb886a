import { isPlainObject } from "../../../contracts/content-values.js";
import type { EdgeRequest } from "../../../runtime/http/edge.js";
import { excessOf, inexactSentence, readJson } from "../../../runtime/http/json-text.js";
import { readBytes } from "../../../runtime/http/read-bytes.js";
import { refusal } from "../query/refusal.js";
import { MAX_BODY_BYTES } from "./bounds/limits.js";

/** A request of GraphQL over HTTP. */
export interface GraphqlRequest {
  query: string;
  operationName: string | null;
  variables: Readonly<Record<string, unknown>>;
}

/** Value of `extensions.persistedQuery`: the name of a query among the persisted ones. */
export interface Persisted {
  version: unknown;
  /** SHA-256 of the query, 64 digits of lower-case hex. */
  sha256Hash: string;
}

/** A request as it came: it carries its query, or names a persisted one, or both. */
export interface AskedRequest extends Omit<GraphqlRequest, "query"> {
  query: string | null;
  persisted: Persisted | null;
}

const JSON_TYPE = /^application\/json\s*(;|$)/i;
const HASH = /^[0-9a-f]{64}$/;

/**
 * Reads the body of a request. Throws `invalid_params` for a body that is not declared as JSON, or is over 50
 * KB (rules/delivery 33).
 */
export async function readBody({ req, params }: EdgeRequest): Promise<Buffer> {
  if (!JSON_TYPE.test(req.headers["content-type"] ?? ""))
    throw refusal("The body must be JSON with Content-Type: application/json.");
  // Behind a proxy all requests have its address: all readers of a project count together.
  return readBytes(req, MAX_BODY_BYTES, tooLarge, { owner: params["projectId"] ?? "" });
}

/** Reads the request in a body. Throws `invalid_params` for a malformed one. */
export function readRequest(bytes: Buffer): AskedRequest {
  const body = jsonOf(bytes, "The body");
  if (!isPlainObject(body)) throw refusal("The body must be a JSON object with a query.");
  return askedOf(body);
}

/**
 * Parses JSON whose numbers are exact, and whose depth and number of values are bounded. Throws
 * `invalid_params`.
 */
export function jsonOf(bytes: Buffer, name: string): unknown {
  const excess = excessOf(bytes);
  if (excess !== null) throw refusal(`${name} ${excess}`);
  const inexact = inexactSentence(bytes);
  if (inexact !== null) throw refusal(inexact);
  try {
    return readJson(bytes);
  } catch {
    throw refusal(`${name} is not valid JSON.`);
  }
}

/** Reads the members of a request. Throws `invalid_params` for members of a wrong type. */
export function askedOf(members: Readonly<Record<string, unknown>>): AskedRequest {
  const { operationName = null, variables = null, extensions = null } = members;
  if (operationName !== null && typeof operationName !== "string")
    throw refusal("operationName: must be a string.");
  if (variables !== null && !isPlainObject(variables)) throw refusal("variables: must be an object.");
  if (extensions !== null && !isPlainObject(extensions)) throw refusal("extensions: must be an object.");
  const persisted = persistedOf(extensions?.["persistedQuery"] ?? null);
  const query = members["query"] ?? null;
  if (typeof query !== "string" && (query !== null || persisted === null))
    throw refusal("query: is required, and must be a string.");
  return {
    query,
    persisted,
    operationName: operationName === "" ? null : operationName,
    variables: variables ?? {},
  };
}

function persistedOf(value: unknown): Persisted | null {
  if (value === null) return null;
  if (!isPlainObject(value)) throw refusal("extensions.persistedQuery: must be an object.");
  const { version, sha256Hash } = value;
  if (typeof sha256Hash !== "string" || !HASH.test(sha256Hash))
    throw refusal(
      "extensions.persistedQuery.sha256Hash: must be the SHA-256 of the query in lower-case hex.",
    );
  return { version, sha256Hash };
}

const tooLarge = () => refusal(`The body is over ${MAX_BODY_BYTES / 1024} KB.`);
