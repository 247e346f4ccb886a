import test from "ava";
import { z } from "zod";
import {
  allRequests,
  boundedLists,
  checkBoundedLists,
  unboundedLists,
} from "../../../checks/bounded-lists.js";
import { boundedList } from "../../../contracts/bounded-list.js";

const list = z.array(z.string());

test("a list without a bound is found wherever it stands (rules/edge 51)", (t) => {
  const inside: Readonly<Record<string, z.ZodType>> = {
    "": list.min(1).max(5),
    ".a": z.object({ a: list.optional() }),
    ".a.b": z.strictObject({ a: z.looseObject({ b: list.nullish() }) }),
    "[]": boundedList(list, 5),
    ".*": z.record(z.string(), list.default([])),
    ".u": z.object({ u: z.union([z.string(), list]) }),
    ".t": z.object({ t: list.transform((items) => items.length) }),
    ".l": z.object({ l: z.lazy(() => list) }),
  };
  for (const [path, schema] of Object.entries(inside)) t.deepEqual(unboundedLists(schema), [path], path);
});

test("lists that boundedList made are passed, with their checks, descriptions and transforms", (t) => {
  const bounded = boundedList(z.string(), 5)
    .min(1)
    .describe("Texts.")
    .overwrite((items) => items);
  t.deepEqual(
    unboundedLists(z.object({ a: bounded.optional(), b: bounded.transform((items) => items.length) })),
    [],
  );
});

test("a problem names the contract and the list", (t) => {
  const request = { path: "contracts", name: "things.make", schema: z.object({ ids: list }) };
  t.deepEqual(checkBoundedLists([request]), [
    {
      path: "contracts",
      message:
        "things.make: the list at ids has no bound; make it by boundedList of contracts/bounded-list.ts",
    },
  ]);
});

test("every request of a route or tool is looked at, and none has a list without a bound", async (t) => {
  const names = new Set(allRequests().map(({ name }) => name));
  for (const name of ["workflows.create", "identity.createApiKey", "generate", "translate_content_document"])
    t.true(names.has(name), name);
  t.deepEqual(await boundedLists.run([]), []);
});
