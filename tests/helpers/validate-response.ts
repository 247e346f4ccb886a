import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import type { ValidateFunction } from "ajv";
import { buildOpenApi } from "../../services/gateway/openapi.js";

interface Operation {
  responses: Record<string, { content?: Record<string, { schema: object }> }>;
}
const document = buildOpenApi() as {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: { Error: object } };
};

const ajv = new Ajv2020({ strict: false, allErrors: true });
addFormats.default(ajv);
const error = ajv.compile(document.components.schemas.Error);
const compiled = new Map<string, ValidateFunction>();

/** Those with the fewest parameters first. */
const patterns = Object.keys(document.paths)
  .toSorted((a, b) => a.split("{").length - b.split("{").length)
  .map((template) => ({ template, pattern: new RegExp(`^${template.replace(/\{\w+\}/g, "[^/]+")}$`) }));

function schemaOf(method: string, path: string, status: number): ValidateFunction | null {
  const template = patterns.find(({ pattern }) => pattern.test(path))?.template;
  const schema =
    template === undefined
      ? undefined
      : document.paths[template]?.[method.toLowerCase()]?.responses[status]?.content?.["application/json"]
          ?.schema;
  if (schema === undefined) return null;
  const key = `${method} ${template} ${status}`;
  const known = compiled.get(key) ?? ajv.compile(schema);
  compiled.set(key, known);
  return known;
}

/** Throws when a JSON answer is not what openapi.json promises, additional properties included. */
export function validateResponse(method: string, url: string, status: number, body: unknown): void {
  const path = new URL(url).pathname;
  const validate = status < 400 ? schemaOf(method, path, 200) : (schemaOf(method, path, status) ?? error);
  if (validate === null || validate(body)) return;
  throw new Error(
    `${method} ${path} ${status} is not as documented: ${ajv.errorsText(validate.errors)} in ${JSON.stringify(body)}`,
  );
}
