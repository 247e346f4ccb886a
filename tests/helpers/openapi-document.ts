import { readFileSync } from "node:fs";

export interface Operation {
  responses: Record<string, { content?: Record<string, { schema: object }> }>;
}
export interface OpenApiDocument {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, object>; responses: object };
}

/**
 * Returns the OpenAPI document against which answers are checked. `npm test` makes the document once and names its file to all
 * processes (KILN_TEST_OPENAPI), because making it takes a process longer than most of its tests. Without that file the document
 * is made here.
 */
export async function openApiDocument(): Promise<OpenApiDocument> {
  const path = process.env.KILN_TEST_OPENAPI;
  if (path !== undefined && path !== "") return JSON.parse(readFileSync(path, "utf8")) as OpenApiDocument;
  const { buildOpenApi } = await import("../../services/gateway/openapi.js");
  return closed(buildOpenApi()) as OpenApiDocument;
}

/**
 * Returns the document with closed objects: the published document allows fields that come later, and a test allows none. Request
 * bodies and parts that a contract leaves open (`additionalProperties: {}`) stay as they are. A schema that only adds to another
 * one (`allOf`) is not closed.
 */
function closed(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(closed);
  if (typeof node !== "object" || node === null) return node;
  const made = Object.fromEntries(Object.entries(node).map(([key, value]) => [key, closed(value)]));
  const isObject = made["type"] === "object" && typeof made["properties"] === "object";
  return isObject && !("additionalProperties" in made) ? { ...made, additionalProperties: false } : made;
}
