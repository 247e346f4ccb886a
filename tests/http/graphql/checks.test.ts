import anyTest, { type TestFn } from "ava";
import type { Kiln } from "../../../start.js";
import { Client, type Person, signUp } from "../../helpers/client.js";
import { makeProject } from "../../helpers/make-project.js";
import { startKiln } from "../../helpers/start-kiln.js";

const PATH = "/v1/graphql";
const test = anyTest as TestFn<{ kiln: Kiln; operator: Person; ann: Person }>;
test.before(async (t) => {
  const kiln = await startKiln();
  t.context = { kiln, operator: await signUp(kiln.url), ann: await signUp(kiln.url) };
});
test.after.always((t) => t.context.kiln?.stop());

const codeOf = ({ body }: { body: { errors?: { extensions: { code: string } }[] } }) =>
  body.errors?.[0]?.extensions.code;

async function keyOf(person: Person, scopes: string[]): Promise<Client> {
  const { body } = await person.session.post("/v1/api-keys", { name: "Some", scopes });
  return new Client(person.api.base, { authorization: `Bearer ${body.secret}` });
}

test("the order is length, credential, origin, body, bounds, query, scope (rules/edge 11 and 40)", async (t) => {
  const { kiln, ann } = t.context;
  const nobody = new Client(kiln.url);
  const limited = await keyOf(ann, ["media:read"]);
  const broken = { query: "{" };
  t.deepEqual(codeOf(await nobody.post(PATH, broken)), "unauthenticated");
  t.is((await nobody.post(PATH, broken)).status, 401);
  t.truthy((await nobody.post(PATH, broken)).headers.get("www-authenticate"));
  t.is((await nobody.get(`${PATH}?query={plans{tier}}`)).status, 401);
  const foreign = ann.session.with({ ...ann.session.headers, origin: "https://evil.example" });
  t.deepEqual(
    [(await foreign.post(PATH, broken)).status, codeOf(await foreign.post(PATH, broken))],
    [403, "forbidden"],
  );
  t.is((await ann.session.post(PATH, { query: "{ session { email } }" })).body.data.session.email, ann.email);
  t.is(codeOf(await limited.post(PATH, "[]")), "invalid_params");
  const deep = `{ account ${"{ a ".repeat(11)}${"}".repeat(11)} }`;
  t.regex((await limited.post(PATH, { query: deep })).body.errors[0].message, /deeper than 10/);
  t.regex((await limited.post(PATH, { query: "{ account { nothing } }" })).body.errors[0].message, /nothing/);
  const scope = await limited.post(PATH, { query: "{ storage { total } account { remainingCredits } }" });
  t.is(scope.status, 403);
  t.deepEqual(scope.body.errors[0].extensions.code, "forbidden");
  t.regex(scope.body.errors[0].message, /account:read/);
  t.false("data" in scope.body);
});

test("a relation needs the scope of its own route, also inside of a fragment (rules/identity 29)", async (t) => {
  const limited = await keyOf(t.context.ann, ["generation:read"]);
  const query =
    "query { generations { ...P } } fragment P on GenerationsPage { items { id project { name } } }";
  const { status, body } = await limited.post(PATH, { query });
  t.is(status, 403);
  t.regex(body.errors[0].message, /projects:read/);
  t.is((await limited.post(PATH, { query: "{ generations { items { id } } }" })).status, 200);
});

test("operator fields are unknown to others, session fields want a session (rules/identity 40)", async (t) => {
  const { ann, operator } = t.context;
  const query = "{ adminAccounts { total } }";
  const refused = await ann.api.post(PATH, { query });
  t.deepEqual([refused.status, codeOf(refused)], [404, "not_found"]);
  // A key with scopes has no operator's rights, whoever made it.
  t.is((await operator.api.post(PATH, { query })).status, 404);
  t.is((await operator.session.post(PATH, { query })).status, 200);
  const session = await ann.api.post(PATH, { query: "{ session { email } }" });
  t.deepEqual([session.status, codeOf(session)], [401, "unauthenticated"]);
});

test("a mutation needs rw, does not run by GET, and runs as its route does (rules/identity 28)", async (t) => {
  const { ann } = t.context;
  const query =
    "mutation($id: String!, $name: String!) { createProject(id: $id, name: $name) { project { id name role } } }";
  const id = crypto.randomUUID();
  const reader = await keyOf(ann, ["projects:read"]);
  t.is((await reader.post(PATH, { query, variables: { id, name: "Pots" } })).status, 403);
  const variables = encodeURIComponent(JSON.stringify({ id, name: "Pots" }));
  const got = await ann.api.get(`${PATH}?query=${encodeURIComponent(query)}&variables=${variables}`);
  t.is(got.status, 405);
  t.is((await ann.api.get(`/v1/projects/${id}`)).status, 404);
  const made = await ann.api.post(PATH, { query, variables: { id, name: "Pots" } });
  t.deepEqual(made.body.data, { createProject: { project: { id, name: "Pots", role: "owner" } } });
  t.is((await ann.api.get(`/v1/projects/${id}`)).status, 200);
});

test("what a client accepts decides between two types, and refuses nothing (rules/edge 40)", async (t) => {
  const { ann } = t.context;
  const json = "application/json; charset=utf-8";
  const graphql = "application/graphql-response+json; charset=utf-8";
  const typed = async (accept: string, query: string) => {
    const { status, headers } = await ann.api.post(PATH, { query }, { headers: { accept } });
    return [status, headers.get("content-type")];
  };
  for (const accept of ["*/*", "text/html", "application/json, application/graphql-response+json;q=0.5"]) {
    t.deepEqual(await typed(accept, "{ __typename }"), [200, json], accept);
    t.deepEqual(await typed(accept, "{ nothing }"), [400, json], accept);
  }
  t.deepEqual(await typed("application/graphql-response+json", "{ __typename }"), [200, graphql]);
  t.deepEqual(await typed("application/graphql-response+json", "{ nothing }"), [400, graphql]);
  const missing = await ann.api.post(PATH, {});
  t.is(missing.body.errors[0].message, "query is required, and must be a text.");
});

test("HEAD is answered as GET is, without a body (rules/edge 45)", async (t) => {
  const { ann } = t.context;
  const asked = (query: string) => `${PATH}?query=${encodeURIComponent(query)}`;
  for (const path of [asked("{ __typename }"), asked("{ nothing }"), asked("mutation { a }"), "/graphql"]) {
    const [got, head] = [await ann.api.get(path), await ann.api.send("HEAD", path)];
    t.deepEqual([head.status, head.body], [got.status, ""], path);
    for (const name of ["content-type", "content-length", "vary"])
      t.is(head.headers.get(name), got.headers.get(name), `${path} ${name}`);
  }
});

test("a field that fails leaves what others gave, with the code and sentence of REST (rules/edge 48)", async (t) => {
  const { ann } = t.context;
  const id = crypto.randomUUID();
  const { status, body } = await ann.api.post(PATH, {
    query: `{ generation(id: "${id}") { id } plans { tier } }`,
  });
  const rest = await ann.api.get(`/v1/generations/${id}`);
  t.is(status, 200);
  t.is(body.data.generation, null);
  t.true(body.data.plans.length > 0);
  t.like(body.errors[0], {
    message: rest.body.error.message,
    path: ["generation"],
    extensions: { code: "not_found" },
  });
  t.is(typeof body.errors[0].extensions.requestId, "string");
  const malformed = await ann.api.post(PATH, { query: '{ generation(id: "x") { id } }' });
  t.is(codeOf(malformed), "invalid_params");
});

test("an Idempotency-Key makes one call once, and is refused for several (rules/edge 30)", async (t) => {
  const { ann } = t.context;
  const generation = (alias: string) =>
    `${alias}: createGeneration(model: "mock-image", params: { kind: "image", prompt: "pots", aspectRatio: "1:1", numImages: 1 }) { job { id } }`;
  const headers = { "idempotency-key": "one" };
  const ask = (query: string) => ann.api.post(PATH, { query }, { headers });
  const first = await ask(`mutation { ${generation("a")} }`);
  const again = await ask(`mutation { ${generation("b")} }`);
  t.is(first.body.errors, undefined, JSON.stringify(first.body));
  t.is(again.body.data.b.job.id, first.body.data.a.job.id);
  const both = await ask(`mutation { ${generation("a")} ${generation("b")} }`);
  t.deepEqual([both.status, codeOf(both)], [400, "invalid_params"]);
  t.is((await ann.api.get("/v1/generations")).body.total, 1);
});

test("what a caller cannot see is null behind a relation, and nobody reads a stranger's project by one (rules/edge 14)", async (t) => {
  const { kiln, ann } = t.context;
  const bob = await signUp(kiln.url);
  const projectId = await makeProject(ann);
  const { status, body } = await bob.api.post(PATH, {
    query: `{ project(id: "${projectId}") { project { name } } }`,
  });
  t.deepEqual([status, body.data, codeOf({ body })], [200, { project: null }, "not_found"]);
});

test("null for an argument that knows none is one that was left out", async (t) => {
  const { ann } = t.context;
  const query =
    "query($limit: Int, $projectId: String) { generations(limit: $limit, projectId: $projectId) { total } }";
  const { body } = await ann.api.post(PATH, { query, variables: { limit: null, projectId: null } });
  t.deepEqual(body.errors, undefined);
  const refused = await ann.api.post(PATH, { query, variables: { limit: 0 } });
  t.is(codeOf(refused), "invalid_params");
  t.regex(refused.body.errors[0].message, /limit/);
});
