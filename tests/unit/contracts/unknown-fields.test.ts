import test from "ava";
import { z } from "zod";
import { ServiceError } from "../../../contracts/errors.js";
import { CONTRACTS } from "../../../contracts/index.js";
import { readParams } from "../../../runtime/actions/read-params.js";
import { TOOLS } from "../../../services/mcp/tools.js";

const WRITING = CONTRACTS.filter(({ rest }) => rest?.path.startsWith("/v1/") && rest.method !== "GET");

/** Returns the paths of objects in a schema that would drop unknown fields. */
function dropping(schema: unknown, path: string, seen = new Set<unknown>()): string[] {
  if (typeof schema !== "object" || schema === null || seen.has(schema)) return [];
  seen.add(schema);
  const found = schema instanceof z.ZodObject && schema.def.catchall === undefined ? [path] : [];
  const parts = schema instanceof z.ZodType ? Object.entries(schema.def) : Object.entries(schema);
  return [
    ...found,
    ...parts.flatMap(([name, part]) => (name === "error" ? [] : dropping(part, `${path}.${name}`, seen))),
  ];
}

const refusal = (schema: z.ZodType, value: unknown, elsewhere?: string[]): string => {
  try {
    readParams(schema, value, elsewhere);
  } catch (error) {
    if (error instanceof ServiceError) return `${error.code}: ${error.message}`;
    throw error;
  }
  return "accepted";
};

test("no route that writes drops a field that it does not know, at any depth (rules/edge 18)", (t) => {
  t.true(WRITING.length > 50);
  for (const { name, params } of WRITING) t.deepEqual(dropping(params, name), []);
});

test("no tool drops an argument that it does not know, and its schema says so (rules/mcp 7)", (t) => {
  for (const { name, listing } of TOOLS) t.is(listing.inputSchema["additionalProperties"], false, name);
});

test("an unknown field is refused with the known one that is nearest (rules/edge 18; rules/mcp 7)", (t) => {
  const schema = z.strictObject({
    id: z.string(),
    prompt: z.string().optional(),
    numImages: z.int().optional(),
  });
  t.is(
    refusal(schema, { id: "1", promt: "a" }),
    'invalid_params: unknown field "promt" (did you mean "prompt"?).',
  );
  t.is(
    refusal(schema, { id: "1", numImage: 1, Prompt: "a" }),
    'invalid_params: unknown fields "numImage" (did you mean "numImages"?), "Prompt" (did you mean "prompt"?).',
  );
  t.is(
    refusal(schema, { id: "1", colour: "red" }, ["id"]),
    'invalid_params: unknown field "colour" (known: "prompt", "numImages").',
  );
  t.is(
    refusal(z.strictObject({}), { force: 1 }),
    'invalid_params: unknown field "force" (none is known here).',
  );
  t.is(
    refusal(z.strictObject({ translation: schema }), { translation: { id: "1", promp: "" } }),
    'invalid_params: translation: unknown field "promp" (did you mean "prompt"?).',
  );
});

test("a refusal stays short, however many and however long the unknown names are", (t) => {
  const many = Object.fromEntries(Array.from({ length: 10_000 }, (_, at) => [`${at}${"x".repeat(500)}`, 1]));
  t.true(refusal(z.strictObject({ prompt: z.string().optional() }), many).length < 1000);
});
