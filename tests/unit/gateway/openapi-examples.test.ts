import test from "ava";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { ERRORS } from "../../../contracts/errors.js";
import { buildOpenApi } from "../../../services/gateway/openapi.js";

interface Body {
  content?: Record<string, { schema: object; example?: unknown }>;
}
interface Shape {
  $ref?: string;
  description?: string;
  properties?: Record<string, Shape>;
}
interface Operation {
  operationId: string;
  parameters: { name: string; description?: string }[];
  requestBody?: Body;
  responses: Record<string, Body>;
}

const document = buildOpenApi() as {
  info: { description: string };
  paths: Record<string, Record<string, Operation>>;
  components: object;
};
const operations = Object.entries(document.paths).flatMap(([path, verbs]) =>
  Object.entries(verbs).map(([verb, operation]) => ({ path, verb, operation })),
);

const ajv = new Ajv2020({ strict: false, allErrors: true });
addFormats.default(ajv);
ajv.addSchema({ $id: "kiln", components: inside(document.components) });
/** Returns a schema inside the document: its references point to `components`. */
function inside(node: unknown): object {
  return JSON.parse(JSON.stringify(node).replaceAll('"#/components/', '"kiln#/components/')) as object;
}

test("every JSON body that is sent or answered has an example, and each fits its schema (rules/edge 46)", (t) => {
  for (const { operation } of operations) {
    const { operationId, requestBody, responses } = operation;
    for (const [side, body] of [
      ["sends", requestBody],
      ["answers", responses["200"]],
    ] as const) {
      const json = body?.content?.["application/json"];
      if (json === undefined) continue;
      t.true("example" in json, `${operationId} ${side}`);
      const fits = ajv.compile(inside(json.schema));
      t.true(
        fits(json.example),
        `${operationId} ${side} ${JSON.stringify(json.example)}: ${ajv.errorsText(fits.errors)}`,
      );
      const { properties = {} } = json.schema as Shape;
      const saysNothing = Object.keys(json.example ?? {}).length === 0 && Object.keys(properties).length > 0;
      t.false(saysNothing, `${operationId} ${side} an example without fields`);
    }
  }
});

test("an example reads like what is really sent: ids are UUIDs, addresses are addresses, a job has a model of its kind (rules/edge 46)", (t) => {
  const exampleOf = (path: string, verb = "get") =>
    document.paths[path]?.[verb]?.responses["200"]?.content?.["application/json"]?.example as never;
  const { job } = exampleOf("/v1/generations/{id}") as { job: Record<string, unknown> };
  t.regex(String(job["id"]), /^[0-9a-f-]{36}$/);
  t.like(job, { kind: "video", model: "mock-video", resultUrls: ["https://example.com/kiln"] });
  t.is(job["errorMessage"], null);
  const { models } = exampleOf("/v1/models") as { models: { id: string }[] };
  t.is(models[0]?.id, "kiln");
  const { project } = exampleOf("/v1/projects/{id}") as { project: { id: string } };
  t.is(project.id, job["id"] as string);
});

test("every parameter says in a sentence what it means (rules/edge 46)", (t) => {
  for (const { path, verb, operation } of operations)
    for (const { name, description } of operation.parameters)
      t.regex(description ?? "", /^\S.{5,}/, `${verb} ${path} ${name}`);
});

test("every field of a body says in a sentence what it means (rules/edge 46)", (t) => {
  const shapes = document.components as { schemas: Record<string, Shape> };
  const shapeOf = (shape: Shape): Shape => {
    const name = shape.$ref?.split("/").at(-1);
    return name === undefined ? shape : (shapes.schemas[name] ?? {});
  };
  for (const { path, verb, operation } of operations) {
    const sent = operation.requestBody?.content?.["application/json"]?.schema ?? {};
    for (const [name, field] of Object.entries(shapeOf(sent).properties ?? {}))
      t.regex(field.description ?? shapeOf(field).description ?? "", /^\S.{5,}/, `${verb} ${path} ${name}`);
  }
});

test("no DELETE has a body in the document (rules/edge 36)", (t) => {
  for (const { path, verb, operation } of operations)
    if (verb === "delete") t.is(operation.requestBody, undefined, path);
});

test("the reference begins with authentication, a request that works, errors, pages and limits; each code has its sentence (rules/edge 36)", (t) => {
  const { description } = document.info;
  const headings = [...description.matchAll(/^## (.+)$/gm)].map(([, heading]) => heading);
  t.deepEqual(headings, ["Authentication", "A request that works", "Errors", "Pages", "Limits"]);
  const text = JSON.stringify(document.components);
  for (const [code, { message }] of Object.entries(ERRORS))
    t.true(text.includes(JSON.stringify(message).slice(1, -1)), code);
});
