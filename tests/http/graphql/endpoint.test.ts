import anyTest, { type TestFn } from "ava";
import { buildClientSchema, getIntrospectionQuery, validateSchema } from "graphql";
import { auditServer } from "graphql-http";
import type { Kiln } from "../../../start.js";
import { signUp } from "../../helpers/client.js";
import { makeProject } from "../../helpers/make-project.js";
import { mockRequest } from "../../helpers/mock-request.js";
import { startKiln } from "../../helpers/start-kiln.js";

const test = anyTest as TestFn<{ kiln: Kiln }>;
test.before(async (t) => {
  t.context = { kiln: await startKiln() };
});
test.after.always((t) => t.context.kiln?.stop());

const PATH = "/v1/graphql";

test("one query reads account, projects, jobs and files, and follows relations (rules/edge 40)", async (t) => {
  const ann = await signUp(t.context.kiln.url);
  const projectId = await makeProject(ann);
  const { body } = await ann.api.post("/v1/generations", {
    model: "mock-image",
    params: { kind: "image", prompt: "a kiln", aspectRatio: "1:1", numImages: 1 },
    projectId,
  });
  const query = `query($id: String!) {
    account { remainingCredits user { email } plan { tier } }
    projects { projects { id members { email role } generations(limit: 5) { total items { id project { id name } } } } }
    project(id: $id) { project { name documents { total } } members { email } }
    generations(limit: 5) { total items { id status params { ... on ImageJobParams { prompt numImages } } results { url } } }
    models(limit: 3) { total items { id capabilities { __typename ... on ImageCapabilities { maxImages } } } }
    storage { totalBytes items { storageId } }
  }`;
  const answer = await ann.api.post(PATH, { query, variables: { id: projectId } });
  t.is(answer.status, 200);
  t.deepEqual(answer.body.errors, undefined, JSON.stringify(answer.body.errors));
  const { data } = answer.body;
  t.is(data.account.user.email, ann.email);
  t.is(data.generations.items[0].id, body.job.id);
  t.deepEqual(data.projects.projects[0].generations, {
    total: 1,
    items: [{ id: body.job.id, project: { id: projectId, name: data.project.project.name } }],
  });
});

test("jobs that other versions stored are read as they are: fields that are missing, choices that are none any more (rules/edge 40)", async (t) => {
  const { kiln } = t.context;
  const ann = await signUp(kiln.url);
  const stored = [
    { kind: "image" },
    { kind: "image", prompt: "old", aspectRatio: "7:5", numImages: 1, retired: { a: 1 } },
    { kind: "video", prompt: "old" },
    { kind: "audio" },
    { kind: "upscale" },
  ];
  for (const params of stored) {
    const { body } = await ann.api.post("/v1/generations", mockRequest("a kiln"));
    t.truthy(body.job?.id, JSON.stringify(body));
    await kiln.host.transact((tx) =>
      tx.run("UPDATE generation_jobs SET params = ?, kind = ? WHERE id = ?", [
        JSON.stringify(params),
        params.kind,
        body.job.id,
      ]),
    );
  }
  const query = `{ generations { items { params {
    ... on ImageJobParams { kind prompt aspectRatio numImages }
    ... on VideoJobParams { kind prompt duration }
    ... on AudioJobParams { kind prompt }
    ... on UpscaleJobParams { kind }
  } } } }`;
  const { status, body } = await ann.api.post(PATH, { query });
  t.is(status, 200);
  t.is(body.errors, undefined, JSON.stringify(body.errors));
  const given = body.data.generations.items.map(({ params }: { params: object }) => params);
  t.deepEqual(given.toReversed().slice(0, 3), [
    { kind: "image", prompt: null, aspectRatio: null, numImages: null },
    { kind: "image", prompt: "old", aspectRatio: "7:5", numImages: 1 },
    { kind: "video", prompt: "old", duration: null },
  ]);
});

test("the audit of GraphQL over HTTP finds no MUST unmet (rules/edge 40)", async (t) => {
  const ann = await signUp(t.context.kiln.url);
  const fetchFn = (url: string, init: RequestInit = {}) =>
    fetch(url, { ...init, headers: { ...(init.headers as Record<string, string>), ...ann.api.headers } });
  const results = await auditServer({ url: `${t.context.kiln.url}${PATH}`, fetchFn });
  t.true(results.length > 30);
  t.deepEqual(
    results.filter(({ status }) => status === "error").map(({ id, name }) => `${id} ${name}`),
    [],
  );
  t.log(results.filter(({ status }) => status !== "ok").map(({ id, name }) => `${id} ${name}`));
});

test("tools read the schema, which is valid", async (t) => {
  const ann = await signUp(t.context.kiln.url);
  const { status, body } = await ann.api.post(PATH, {
    query: getIntrospectionQuery({ descriptions: true, inputValueDeprecation: true }),
  });
  t.deepEqual([status, body.errors], [200, undefined]);
  t.deepEqual(validateSchema(buildClientSchema(body.data)), []);
});

test("a question about the schema may name its root, and tells which of its fields failed (rules/edge 40)", async (t) => {
  const ann = await signUp(t.context.kiln.url);
  const query = `query($n: String = "x") { __typename __type(name: $n) { name } __schema { queryType { name } } }`;
  const { status, body } = await ann.api.post(PATH, { query, variables: { n: null } });
  t.is(status, 200);
  t.deepEqual(body.data, { __typename: "Query", __type: null, __schema: { queryType: { name: "Query" } } });
  t.is(body.errors.length, 1);
  t.is(body.errors[0].extensions.code, "invalid_params");
  t.is(typeof body.errors[0].extensions.requestId, "string");
  const wrong = await ann.api.post(PATH, { query, variables: { n: 1 } });
  t.deepEqual([wrong.status, wrong.body.errors[0].extensions.code], [400, "invalid_params"]);
});
