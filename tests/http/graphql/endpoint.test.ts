import anyTest, { type TestFn } from "ava";
import { buildClientSchema, getIntrospectionQuery, validateSchema } from "graphql";
import { auditServer } from "graphql-http";
import type { Kiln } from "../../../start.js";
import { signUp } from "../../helpers/client.js";
import { makeProject } from "../../helpers/make-project.js";
import { startKiln } from "../../helpers/start-kiln.js";

const test = anyTest as TestFn<{ kiln: Kiln }>;
test.before(async (t) => {
  t.context = { kiln: await startKiln() };
});
test.after.always((t) => t.context.kiln?.stop());

const PATH = "/v1/graphql";

test("one query reads account, projects, jobs and files, and follows relations (issue 19)", async (t) => {
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
    generations(limit: 5) { total items { id status params results { url } } }
    models(limit: 3) { total items { id capabilities { __typename ... on ModelCapabilitiesImage { maxImages } } } }
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

test("the audit of GraphQL over HTTP finds no MUST unmet (issue 19)", async (t) => {
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
