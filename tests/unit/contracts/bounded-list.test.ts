import test from "ava";
import { z } from "zod";
import { boundedList } from "../../../contracts/bounded-list.js";
import { createApiKey } from "../../../contracts/identity.js";
import { translateDocument } from "../../../contracts/translation.js";
import { createWorkflow } from "../../../contracts/workflows.js";
import { readParams } from "../../../runtime/actions/read-params.js";

/** An item that is a text, and counts how many of them were read. */
function counting() {
  const read: unknown[] = [];
  const item = z
    .unknown()
    .transform((value) => (read.push(value), value))
    .pipe(z.string());
  return { item, read };
}

/** The sentence by which params are refused; empty where they are taken. */
function refusal(schema: z.ZodType, value: unknown): string {
  try {
    readParams(schema, value);
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
  return "";
}

test("no item of a list that is too long is read (rules/edge 51)", (t) => {
  const { item, read } = counting();
  const schema = z.object({
    list: boundedList(item, 3, { tooLong: "must have at most 3" }).min(1).optional(),
  });
  t.is(refusal(schema, { list: Array(1000).fill(1) }), "list must have at most 3.");
  t.is(read.length, 0);
  t.is(
    refusal(z.object({ list: boundedList(item, 1) }), { list: [1, 2] }),
    "list must have at most 1 entry.",
  );
});

test("no item behind five wrong ones is read, and no later check reads the list (rules/edge 51)", (t) => {
  const { item, read } = counting();
  let checked = 0;
  const list = boundedList(item, 1000).refine(() => (checked++, true));
  const wrong = refusal(z.object({ list }), { list: ["right", ...Array(999).fill(1)] });
  t.is(wrong, `${[1, 2, 3, 4, 5].map((at) => `list[${at}] must be of type string`).join("; ")}.`);
  t.is(read.length, 6);
  // A text that is too short would not keep zod from a later check.
  const short = boundedList(z.string().min(1), 1000).refine(() => (checked++, true));
  t.regex(
    refusal(z.object({ list: short }), { list: Array(10).fill("") }),
    /^list\[0\] must have at least 1 character;/,
  );
  t.is(checked, 0);
});

test("all items of a list within its bound are read, all its checks are made, and its JSON Schema is that of a plain list", (t) => {
  const { item } = counting();
  const list = boundedList(item, 3, { error: "must be a list" }).min(1, "must not be empty");
  t.deepEqual(list.overwrite((items) => items.toReversed()).parse(["a", "b", "c"]), ["c", "b", "a"]);
  t.is(refusal(z.object({ list }), { list: [] }), "list must not be empty.");
  t.is(refusal(z.object({ list }), { list: 1 }), "list must be a list.");
  t.deepEqual(
    z.toJSONSchema(boundedList(z.string(), 3).min(1), { io: "input" }),
    z.toJSONSchema(z.array(z.string()).min(1).max(3), { io: "input" }),
  );
});

test("hundreds of thousands of wrong entries of a graph, of scopes, of locales make a few issues", (t) => {
  const issues = (schema: z.ZodType, value: unknown) => schema.safeParse(value).error?.issues.length ?? 0;
  const nodes = Array.from({ length: 249_000 }, () => ({}));
  t.is(issues(createWorkflow.params, { graph: { nodes, edges: [] } }), 1);
  t.is(issues(createWorkflow.params, { graph: { nodes: [], edges: nodes } }), 1);
  t.is(issues(createWorkflow.params, { graph: { nodes: nodes.slice(0, 30_000), edges: [] } }), 20);
  t.is(issues(createApiKey.params, { name: "k", scopes: Array(490_000).fill("x") }), 1);
  const id = "0b0e4b4e-7d55-4f0c-9a55-0b2c5c3e1a11";
  for (const name of ["locales", "fields"])
    t.is(issues(translateDocument.params, { id, [name]: Array(490_000).fill("") }), 1, name);
});

test("a wrong scope is quoted by its beginning", (t) => {
  const said = refusal(createApiKey.params, { name: "k", scopes: ["x".repeat(1_000_000)] });
  t.true(said.startsWith(`scopes[0] must be a scope, not "${"x".repeat(60)}…"; the scopes are `));
  t.true(said.length < 2000);
});
