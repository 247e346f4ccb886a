import { isPlainObject } from "../../../contracts/content-empty.js";
import type { EdgeRequest } from "../../../runtime/edge.js";
import { isTooDeep } from "../../../runtime/json-depth.js";
import { inexactSentence } from "../../../runtime/json-numbers.js";
import { readBytes } from "../../../runtime/read-bytes.js";
import { readJson } from "../../../runtime/read-json.js";
import { refusal } from "../query/refusal.js";
import { MAX_BODY_BYTES } from "./bounds/limits.js";

/** GraphQL over HTTP: what a POST carries. */
export interface GraphqlRequest {
  query: string;
  operationName: string | null;
  variables: Readonly<Record<string, unknown>>;
}

const JSON_TYPE = /^application\/json\s*(;|$)/i;

/** The body of a request. Throws `invalid_params` for what is not said to be JSON, or over 50 KB (spec: Limits). */
export async function readBody({ req }: EdgeRequest): Promise<Buffer> {
  if (!JSON_TYPE.test(req.headers["content-type"] ?? ""))
    throw refusal("The body must be JSON with Content-Type: application/json.");
  return readBytes(req, MAX_BODY_BYTES, tooLarge);
}

/** The request of a body. Throws `invalid_params` for what is none. */
export function readRequest(bytes: Buffer): GraphqlRequest {
  if (isTooDeep(bytes)) throw refusal("The body is nested too deeply.");
  const inexact = inexactSentence(bytes);
  if (inexact !== null) throw refusal(inexact);
  let body: unknown;
  try {
    body = readJson(bytes);
  } catch {
    throw refusal("The body is not valid JSON.");
  }
  if (!isPlainObject(body)) throw refusal("The body must be a JSON object with a query.");
  const { query, operationName = null, variables = null, extensions = null } = body;
  if (typeof query !== "string") throw refusal("query: is required, and must be a string.");
  if (operationName !== null && typeof operationName !== "string")
    throw refusal("operationName: must be a string.");
  if (variables !== null && !isPlainObject(variables)) throw refusal("variables: must be an object.");
  if (extensions !== null && !isPlainObject(extensions)) throw refusal("extensions: must be an object.");
  return { query, operationName: operationName === "" ? null : operationName, variables: variables ?? {} };
}

const tooLarge = () => refusal(`The body is over ${MAX_BODY_BYTES / 1024} KB.`);
