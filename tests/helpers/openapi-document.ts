import { readFileSync } from "node:fs";

export interface Operation {
  responses: Record<string, { content?: Record<string, { schema: object }> }>;
}
export interface OpenApiDocument {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, object>; responses: object };
}

/**
 * What the REST API promises, as answers are checked against it. `npm test` makes it once and names its file to all processes
 * (KILN_TEST_OPENAPI): making it takes each of them longer than most of their tests. Made here where nobody did.
 */
export async function openApiDocument(): Promise<OpenApiDocument> {
  const path = process.env.KILN_TEST_OPENAPI;
  if (path !== undefined && path !== "") return JSON.parse(readFileSync(path, "utf8")) as OpenApiDocument;
  const { buildOpenApi } = await import("../../services/gateway/openapi.js");
  return closed(buildOpenApi()) as OpenApiDocument;
}

/**
 * A clause of the document allows fields that come later; a test allows none. Bodies of requests and what a contract leaves
 * open (`additionalProperties: {}`) stay as they are. A schema that only adds to another one beside it (`allOf`) is no
 * object of its own.
 */
function closed(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(closed);
  if (typeof node !== "object" || node === null) return node;
  const made = Object.fromEntries(Object.entries(node).map(([key, value]) => [key, closed(value)]));
  const isObject = made["type"] === "object" && typeof made["properties"] === "object";
  return isObject && !("additionalProperties" in made) ? { ...made, additionalProperties: false } : made;
}
