import test from "ava";
import { z } from "zod";
import { issueSentence } from "../../../../runtime/actions/issue-sentence.js";

test("a rule that two checks state is said once (rules/edge 22)", (t) => {
  const RULE = "must be a whole number from 1 to 100";
  const schema = z.object({ limit: z.number().int(RULE).min(1, RULE), name: z.string() });
  const { error } = schema.safeParse({ limit: -0.5 }, { reportInput: true });
  t.is(issueSentence(error?.issues ?? []), `limit ${RULE}; name is required.`);
});

const said = (schema: z.ZodType, value: unknown) =>
  issueSentence(schema.safeParse(value, { reportInput: true }).error?.issues ?? []);

test("a value of another type is told its type only: no limit of another unit (rules/edge 22)", (t) => {
  t.is(said(z.object({ q: z.string().max(3) }), { q: ["a", "b", "c", "d"] }), "q must be of type string.");
  t.is(said(z.object({ ids: z.array(z.string()).min(1) }), { ids: "" }), "ids must be of type array.");
  t.is(said(z.object({ map: z.record(z.string(), z.string()) }), { map: 1 }), "map must be of type object.");
});

test("limits count characters of texts, entries of lists, and nothing of numbers (rules/edge 22)", (t) => {
  t.is(said(z.object({ q: z.string().max(3) }), { q: "four" }), "q must have at most 3 characters.");
  t.is(said(z.object({ q: z.string().min(1) }), { q: "" }), "q must have at least 1 character.");
  t.is(said(z.object({ ids: z.array(z.int()).max(1) }), { ids: [1, 2] }), "ids must have at most 1 entry.");
  t.is(said(z.object({ ids: z.array(z.int()).min(2) }), { ids: [1] }), "ids must have at least 2 entries.");
  t.is(said(z.object({ n: z.number().max(3) }), { n: 4 }), "n must be at most 3.");
});

test("what is there and of another type is not called missing (rules/edge 22)", (t) => {
  const schema = z.object({
    id: z.string("is required"),
    ids: z.array(z.string(), "is required: a list of ids"),
  });
  t.is(said(schema, { id: 1, ids: 1 }), "id must be of type string; ids must be a list of ids.");
  t.is(said(schema, { ids: null }), "id is required; ids is required: a list of ids.");
});

test("a value that is missing is said to be required, also where the rule has a sentence of its own (rules/edge 22)", (t) => {
  const schema = z.object({
    credits: z.int("must be a whole number").min(-5).max(5),
    draft: z.custom((value) => typeof value === "object", "must be an object"),
    sort: z.enum(["size"], 'must be "size"'),
    of: z.union([z.string(), z.number()]),
    note: z.string(),
  });
  t.is(
    said(schema, {}),
    'credits is required and must be a whole number; draft is required and must be an object; sort is required: "size"; of is required; note is required.',
  );
  t.is(
    said(schema.pick({ credits: true, draft: true }), { credits: null, draft: 5 }),
    "credits must be a whole number; draft must be an object.",
  );
});

test("several fields at fault are named each, unknown ones beside (rules/edge 22)", (t) => {
  const schema = z.strictObject({ a: z.string(), b: z.object({ c: z.int() }) });
  t.is(
    said(schema, { a: 1, b: { c: "x" }, d: 1 }),
    'a must be of type string; b.c must be of type number; unknown field "d".',
  );
});

test("five sentences are made of any number of issues (rules/edge 22)", (t) => {
  let read = 0;
  const issue = (at: number) => ({
    code: "custom" as const,
    path: ["list", at],
    get message() {
      read++;
      return "is wrong";
    },
  });
  const sentence = issueSentence(Array.from({ length: 1000 }, (_, at) => issue(at)));
  t.is(sentence, `${[0, 1, 2, 3, 4].map((at) => `list[${at}] is wrong`).join("; ")}.`);
  t.is(read, 5);
});

test("a sentence names a long key by its beginning, and is cut where a rule repeats what was sent", (t) => {
  const key = "k".repeat(1_000_000);
  t.is(
    said(z.object({ map: z.record(z.string(), z.string()) }), { map: { [key]: 1 } }),
    `map.${"k".repeat(199)}… must be of type string.`,
  );
  const echoing = z.string().refine(() => false, { error: ({ input }) => `must not be ${String(input)}` });
  t.true(said(z.object({ a: echoing, b: echoing }), { a: key, b: key }).length < 4100);
});
