import test from "ava";
import fc from "fast-check";
import { z } from "zod";
import { boundedJson, isPerhapsWithin, isWithinJson } from "../../../contracts/bounded-json.js";
import {
  createDocument,
  mergeDraft,
  patchDraft,
  replaceDraft,
} from "../../../contracts/content-documents.js";
import { createType } from "../../../contracts/content-types.js";
import { importWorkflow } from "../../../contracts/workflow-templates.js";
import { createTrigger } from "../../../contracts/workflow-triggers.js";
import { createWorkflow, executeWorkflow } from "../../../contracts/workflows.js";
import { readParams } from "../../../runtime/actions/read-params.js";

/** The sentence by which params are refused; empty where they are taken. */
function refusal(schema: z.ZodType, value: unknown): string {
  try {
    readParams(schema, value);
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
  return "";
}

/** A node of a graph with 1,900 members more of 100 letters each. */
const LARGE = {
  id: "n",
  type: "prompt",
  x: 0,
  y: 0,
  ...Object.fromEntries(Array.from({ length: 1900 }, (_, at) => [`k${at}`, "x".repeat(100)])),
};

/** Returns objects of 0.2 MB each, which are the same ones, and a count of those whose members were read. */
function largeObjects(count = 25) {
  const seen = new Set<number>();
  const objects = Array.from(
    { length: count },
    (_, at) =>
      new Proxy(LARGE, {
        ownKeys(target) {
          seen.add(at);
          return Reflect.ownKeys(target);
        },
      }),
  );
  return { objects, seen };
}

const id = "00000000-0000-7000-8000-000000000001";
const REQUESTS: Readonly<Record<string, [z.ZodType, (objects: object[]) => object, refusal: string]>> = {
  "a graph": [
    createWorkflow.params,
    (nodes) => ({ graph: { nodes, edges: [] } }),
    "graph must be under 1 MB as JSON.",
  ],
  "inputs of a run": [
    executeWorkflow.params,
    (objects) => ({ id, inputs: { ...objects } }),
    "inputs must be under 1 MB as JSON.",
  ],
  "inputs of a trigger": [
    createTrigger.params,
    (objects) => ({ id, inbound: {}, dailyCredits: 0, inputs: { ...objects } }),
    "inputs must be under 1 MB as JSON.",
  ],
  "a graph of another program": [
    importWorkflow.params,
    (objects) => ({ format: "comfyui", prompt: { ...objects } }),
    "prompt must be under 1 MB as JSON.",
  ],
  "the fields of a type": [
    createType.params,
    (fields) => ({ projectId: id, name: "post", title: "Post", fields }),
    "fields must have at most 262144 characters as JSON.",
  ],
};

for (const [what, [params, requestOf, sentence]] of Object.entries(REQUESTS))
  test(`of ${what} that is too large only the first members are read (rules/edge 53)`, (t) => {
    const { objects, seen } = largeObjects();
    t.is(refusal(params, requestOf(objects)), sentence);
    t.true(seen.size < 10, `${seen.size} of 25 objects were read`);
  });

for (const [verb, { params }, named] of [
  ["createDocument", createDocument, { projectId: id, type: "post" }],
  ["replaceDraft", replaceDraft, { id }],
  ["patchDraft", patchDraft, { id }],
  ["mergeDraft", mergeDraft, { id }],
] as const)
  test(`${verb}: of a draft that is too large only the first members are read (rules/content 47, rules/edge 53)`, (t) => {
    const { objects, seen } = largeObjects(100);
    t.is(
      refusal(params, { ...named, draft: { ...objects } }),
      "draft must have at most 4194304 bytes as JSON.",
    );
    t.true(seen.size < 50, `${seen.size} of 100 objects were read`);
  });

test("a value within its bound is read by its schema, also when it is cloned and given a description", (t) => {
  const bounded = { mostBytes: 20, tooLarge: "is too large" };
  const schema = z.object({
    map: boundedJson(z.record(z.string(), z.int()), bounded).describe("A map.").optional(),
    object: boundedJson(z.looseObject({ a: z.int() }), bounded)
      .describe("An object.")
      .optional(),
  });
  t.deepEqual(readParams(schema, { map: { a: 1 }, object: { a: 1, b: 2 } }), {
    map: { a: 1 },
    object: { a: 1, b: 2 },
  });
  t.is(refusal(schema, { map: { a: "a" } }), "map.a must be of type number.");
  t.is(refusal(schema, { map: 1 }), "map must be of type object.");
  t.is(refusal(schema, { object: [] }), "object must be of type object.");
  const large = { a: 1, b: "x".repeat(20) };
  t.is(refusal(schema, { map: large, object: large }), "map is too large; object is too large.");
  const plain = z.looseObject({ a: z.int() });
  t.deepEqual(z.toJSONSchema(boundedJson(plain, bounded)), z.toJSONSchema(plain));
});

test("the size of a value is that of its JSON in UTF-8", (t) => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.integer({ min: -3, max: 3 }), (value, by) => {
      const bytes = Buffer.byteLength(JSON.stringify(value));
      t.is(isWithinJson(value, bytes + by), by >= 0);
      t.true(isPerhapsWithin(value, bytes));
    }),
  );
});
