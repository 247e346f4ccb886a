import anyTest, { type TestFn } from "ava";
import type { Kiln } from "../../../start.js";
import { type Person, signUp } from "../../helpers/client.js";
import { startKiln } from "../../helpers/start-kiln.js";

const PATH = "/v1/graphql";
const test = anyTest as TestFn<{ kiln: Kiln; ann: Person }>;
test.before(async (t) => {
  const kiln = await startKiln();
  t.context = { kiln, ann: await signUp(kiln.url) };
});
test.after.always((t) => t.context.kiln?.stop());

const many = (count: number, text: (at: number) => string): string =>
  Array.from({ length: count }, (_, at) => text(at)).join(" ");

/** Queries that are refused before anything runs, with a sentence that gives the reason. */
const REFUSED: Readonly<Record<string, [string, RegExp]>> = {
  "aliases of a mutation": [
    `mutation { ${many(400, (at) => `a${at}: resendVerification`)} }`,
    /more than 50 aliases/,
  ],
  "ten thousand of them": [
    `mutation { ${many(10_000, (at) => `a${at}: deleteApiKey(id: "x")`)} }`,
    /50 KB|tokens/,
  ],
  "more mutations than one request has": [
    `mutation { ${many(11, (at) => `a${at}: cancelSubscription { tier }`)} }`,
    /at most 10 calls/,
  ],
  "the same field again and again": [`{ ${"account ".repeat(40)} }`, /the same field more than 30 times/],
  "a query that is too wide": [`{ ${many(1_100, (at) => `f${at}`)} }`, /more than 1000 fields/],
  "a query that is too deep": [`{ a ${"{ a ".repeat(12)} ${"}".repeat(12)} }`, /deeper than 10/],
  "brackets for the parser's stack": [`{ a(b: ${"[".repeat(200)}${"]".repeat(200)}) }`, /levels of brackets/],
  "a fragment that contains itself": [
    "{ ...A } fragment A on Query { ...B } fragment B on Query { ...A }",
    /contains itself/,
  ],
  "fragments that double each other": [
    `{ ...A0 } ${many(12, (at) => `fragment A${at} on Query { ...A${at + 1} ...A${at + 1} }`)} fragment A12 on Query { health { ok } }`,
    /fields|the same/,
  ],
  "relations of long pages": [
    "{ generations(limit: 100) { items { project { id } results { url } } } }",
    /more than 200 calls/,
  ],
  "pages within pages": [
    "{ projects { projects { generations(limit: 100) { items { project { generations(limit: 100) { items { id } } } } } } } }",
    /more than 200 calls/,
  ],
  "introspection of introspection": [
    "{ __schema { types { fields { type { fields { type { fields { type { name } } } } } } } } }",
    /introspection/i,
  ],
  "introspection under many names": [
    `{ ${many(40, (at) => `s${at}: __schema { types { name fields { name type { name fields { name } } } } }`)} }`,
    /introspection/,
  ],
  "the schema beside something else": [
    "{ health { ok } ...A } fragment A on Query { __schema { types { name } } }",
    /query of their own/,
  ],
  "a type beside something else": ['{ a: __type(name: "Job") { name } health { ok } }', /query of their own/],
  "more definitions than 50": [many(51, (at) => `query Q${at} { health { ok } }`), /50 operations/],
  "definitions of a schema": ["type Query { a: Int }", /operations and fragments/],
  "an unknown operation": ["query A { health { ok } } query B { health { ok } }", /operation name/],
};

for (const [name, [query, why]] of Object.entries(REFUSED))
  test(`refused: ${name} (rules/edge 40)`, async (t) => {
    const { ann } = t.context;
    const { status, body } = await ann.api.post(PATH, { query });
    t.is(status, 400, JSON.stringify(body).slice(0, 300));
    t.regex(body.errors[0].message, why);
    t.is(body.errors[0].extensions.code, "invalid_params");
    t.false("data" in body);
  });

test("bodies that are none, batches and keys that change an object are refused by name (rules/edge 40)", async (t) => {
  const { ann } = t.context;
  const refuse = async (body: unknown, why: RegExp) => {
    const answer = await ann.api.post(PATH, body);
    t.is(answer.status, 400);
    t.regex(answer.body.errors[0].message, why);
  };
  const query = "{ health { ok } }";
  await refuse([{ query }, { query }], /JSON object/);
  await refuse({}, /query is required/);
  await refuse({ query: 1 }, /query must be/);
  await refuse({ query, variables: [] }, /variables/);
  await refuse({ query, operationName: 1 }, /operationName/);
  await refuse({ query, operationName: "Nothing" }, /Nothing/);
  await refuse(`{"query":"{ health { ok } }","variables":{"__proto__":{"a":1}}}`, /__proto__/);
  await refuse(`{"query":"{ health { ok } }","variables":{"a":1e400}}`, /1e400/);
  for (const persistedQuery of [[], 1, {}, { version: 1 }, { version: 1, sha256Hash: 1 }])
    await refuse({ query, extensions: { persistedQuery } }, /persistedQuery/);
  const draft =
    'mutation { createDocument(projectId: "x", type: "a", draft: { __proto__: { a: 1 } }) { valid } }';
  await refuse({ query: draft }, /__proto__/);
});

test("the body's length comes first, and GET and POST are the only methods (rules/edge 11)", async (t) => {
  const { ann, kiln } = t.context;
  const long = await fetch(`${kiln.url}${PATH}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: " ".repeat(33 * 2 ** 20),
  }).catch(() => null);
  if (long !== null) t.is(long.status, 413);
  for (const method of ["PUT", "DELETE", "PATCH"])
    t.is((await ann.api.send(method, PATH)).status, 404, method);
});
