import { isPlainObject } from "../../../contracts/content-empty.js";
import { invalidParams, ServiceError } from "../../../contracts/errors.js";
import type { EdgeRequest } from "../../../runtime/edge.js";
import { isTooDeep } from "../../../runtime/json-depth.js";
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

/** The request of a body. Throws `invalid_params` for what is none, or over 50 KB (spec: Limits). */
export async function readRequest({ req }: EdgeRequest): Promise<GraphqlRequest> {
  if (Number(req.headers["content-length"] ?? 0) > MAX_BODY_BYTES) throw tooLarge();
  if (!JSON_TYPE.test(req.headers["content-type"] ?? ""))
    throw refusal("The body must be JSON with Content-Type: application/json.");
  const bytes = await readBytes(req);
  if (isTooDeep(bytes)) throw refusal("The body is nested too deeply.");
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

async function readBytes(req: EdgeRequest["req"]): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    // Not destroyed on the way out: the sender has yet to see the answer.
    for await (const chunk of req.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > MAX_BODY_BYTES) throw tooLarge();
      chunks.push(chunk);
    }
  } catch (error) {
    throw error instanceof ServiceError ? error : invalidParams("The body ended early.");
  }
  return Buffer.concat(chunks);
}
