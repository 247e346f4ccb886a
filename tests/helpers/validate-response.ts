import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import type { ValidateFunction } from "ajv";
import { openApiDocument } from "./openapi-document.js";

const document = await openApiDocument();

// A schema checks only a few answers of one process, so compiling it costs more than its speed saves afterwards.
const ajv = new Ajv2020({ strict: false, allErrors: true, inlineRefs: false, code: { optimize: false } });
addFormats.default(ajv);
ajv.addSchema({ $id: "kiln", components: document.components });
/** References point to `components`, so a schema is compiled inside a document that has them. */
const compile = (schema: object): ValidateFunction => ajv.compile(inside(schema) as object);
const inside = (node: unknown): unknown => {
  if (Array.isArray(node)) return node.map(inside);
  if (typeof node !== "object" || node === null) return node;
  return Object.fromEntries(
    Object.entries(node).map(([key, value]) => [
      key,
      key === "$ref" && typeof value === "string" && value.startsWith("#/components/")
        ? `kiln${value}`
        : inside(value),
    ]),
  );
};
const error = compile({ $ref: "#/components/schemas/Error" });
const compiled = new Map<string, ValidateFunction>();

/** Templates with the fewest parameters come first. */
const patterns = Object.keys(document.paths)
  .toSorted((a, b) => a.split("{").length - b.split("{").length)
  .map((template) => ({ template, pattern: new RegExp(`^${template.replace(/\{\w+\}/g, "[^/]+")}$`) }));

function schemaOf(method: string, path: string, status: number | "default"): ValidateFunction | null {
  const template = patterns.find(({ pattern }) => pattern.test(path))?.template;
  const schema =
    template === undefined
      ? undefined
      : document.paths[template]?.[method.toLowerCase()]?.responses[status]?.content?.["application/json"]
          ?.schema;
  if (schema === undefined) return null;
  const key = `${method} ${template} ${status}`;
  const known = compiled.get(key) ?? compile(schema);
  compiled.set(key, known);
  return known;
}

/** Throws when a JSON answer differs from the promise of openapi.json. Additional properties are a difference. */
export function validateResponse(method: string, url: string, status: number, body: unknown): void {
  const path = new URL(url).pathname;
  const validate =
    status < 400
      ? schemaOf(method, path, 200)
      : (schemaOf(method, path, status) ?? schemaOf(method, path, "default") ?? error);
  if (validate === null || validate(body)) return;
  throw new Error(
    `${method} ${path} ${status} is not as documented: ${ajv.errorsText(validate.errors)} in ${JSON.stringify(body)}`,
  );
}
