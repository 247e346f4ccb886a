import { randomUUID } from "node:crypto";
import anyTest, { type TestFn } from "ava";
import type { Kiln } from "../../../start.js";
import { Client, type Answer, type Person, signUp } from "../../helpers/client.js";
import { Documents, makeType } from "../../helpers/content.js";
import { joinProject, makeProject } from "../../helpers/make-project.js";
import { startKiln } from "../../helpers/start-kiln.js";

interface Context {
  kiln: Kiln;
  operator: Person;
  owner: Person;
  contributor: Person;
  outsider: Person;
  projectId: string;
}
const test = anyTest as TestFn<Context>;

test.before(async (t) => {
  const kiln = await startKiln();
  const operator = await signUp(kiln.url);
  const [owner, contributor, outsider] = [
    await signUp(kiln.url),
    await signUp(kiln.url),
    await signUp(kiln.url),
  ];
  const projectId = await makeProject(owner, [contributor]);
  await makeType(kiln, projectId);
  t.context = { kiln, operator, owner, contributor, outsider, projectId };
});
test.after.always((t) => t.context.kiln.stop());

type Verb = (client: Client, projectId: string, id: string, revisionId: string) => Promise<Answer>;

const path = (id: string) => `/v1/content/documents/${id}`;
const READS: Record<string, Verb> = {
  list: (client, projectId) => client.get(`/v1/projects/${projectId}/content/documents`),
  get: (client, _projectId, id) => client.get(path(id)),
  revisions: (client, _projectId, id) => client.get(`${path(id)}/revisions`),
  revision: (client, _projectId, id, revisionId) => client.get(`${path(id)}/revisions/${revisionId}`),
};
const WRITES: Record<string, Verb> = {
  create: (client, projectId) =>
    client.post(`/v1/projects/${projectId}/content/documents`, { type: "article", draft: { title: "x" } }),
  put: (client, _projectId, id) => client.put(path(id), { draft: { title: "One" } }),
  publish: (client, _projectId, id) => client.post(`${path(id)}/publish`, { baseVersion: 1 }),
  unpublish: (client, _projectId, id) => client.post(`${path(id)}/unpublish`),
  restore: (client, _projectId, id, revisionId) => client.post(`${path(id)}/revisions/${revisionId}/restore`),
  delete: (client, _projectId, id) => client.delete(path(id)),
};

/** Makes a document with its first revision. */
async function makeOne({ owner, projectId }: Context): Promise<{ id: string; revisionId: string }> {
  const documents = new Documents(owner, projectId);
  const id = await documents.make({ title: "One" });
  return { id, revisionId: (await documents.revisions(id)).body.revisions[0].id };
}

test("both roles read and write content; strangers see nothing of it, callers without a credential are refused (rules/content 39; rules/identity 23)", async (t) => {
  const { owner, contributor, outsider, operator, projectId, kiln } = t.context;
  for (const [name, verb] of Object.entries({ ...READS, ...WRITES })) {
    const { id, revisionId } = await makeOne(t.context);
    for (const stranger of [outsider, operator]) {
      const refused = await verb(stranger.api, projectId, id, revisionId);
      t.is(refused.status, 404, name);
      t.is(refused.body.error.code, "not_found");
    }
    t.is((await verb(new Client(kiln.url), projectId, id, revisionId)).status, 401, name);
    if (name === "unpublish") await new Documents(owner, projectId).publish(id, 1);
    t.is((await verb(contributor.api, projectId, id, revisionId)).status, 200, name);
  }
  for (const [name, verb] of Object.entries({ ...READS, ...WRITES })) {
    const { id, revisionId } = await makeOne(t.context);
    if (name === "unpublish") await new Documents(contributor, projectId).publish(id, 1);
    t.is((await verb(owner.session, projectId, id, revisionId)).status, 200, name);
  }
});

test("a stranger cannot tell a document that is not theirs from one that is not there (rules/edge 14)", async (t) => {
  const { outsider, projectId } = t.context;
  const { id, revisionId } = await makeOne(t.context);
  for (const [name, verb] of Object.entries({ ...READS, ...WRITES })) {
    const foreign = await verb(outsider.api, projectId, id, revisionId);
    const unknown = await verb(outsider.api, randomUUID(), randomUUID(), randomUUID());
    t.deepEqual([foreign.status, foreign.body], [unknown.status, unknown.body], name);
  }
});

test("a key reads with content:read and writes with content:rw; another area's scope opens nothing (rules/identity 28 and 30)", async (t) => {
  const { kiln, owner, projectId } = t.context;
  const keyOf = async (scope: string) => {
    const { body } = await owner.session.post("/v1/api-keys", { name: scope, scopes: [scope] });
    return new Client(kiln.url, { authorization: `Bearer ${body.secret}` });
  };
  const [reader, writer, other] = [
    await keyOf("content:read"),
    await keyOf("content:rw"),
    await keyOf("projects:rw"),
  ];
  for (const [name, verb] of Object.entries(READS)) {
    const { id, revisionId } = await makeOne(t.context);
    t.is((await verb(reader, projectId, id, revisionId)).status, 200, name);
    t.is((await verb(writer, projectId, id, revisionId)).status, 200, name);
    const refused = await verb(other, projectId, id, revisionId);
    t.is(refused.status, 403, name);
    t.regex(refused.body.error.message, /content:read/);
  }
  for (const [name, verb] of Object.entries(WRITES)) {
    const { id, revisionId } = await makeOne(t.context);
    const refused = await verb(reader, projectId, id, revisionId);
    t.is(refused.status, 403, name);
    t.regex(refused.body.error.message, /content:rw/);
    if (name === "unpublish") await new Documents(owner, projectId).publish(id, 1);
    t.is((await verb(writer, projectId, id, revisionId)).status, 200, name);
  }
});

test("a suspended account reads and writes nothing; its documents stay open to the others (rules/identity 13)", async (t) => {
  const { kiln, operator, owner, projectId } = t.context;
  const carl = await signUp(kiln.url);
  await joinProject(owner, projectId, carl);
  const { id, revisionId } = await makeOne(t.context);
  await operator.session.patch(`/v1/admin/accounts/${carl.id}`, { suspended: true });
  for (const [name, verb] of Object.entries(READS))
    t.is((await verb(carl.api, projectId, id, revisionId)).status, 200, name);
  for (const [name, verb] of Object.entries(WRITES)) {
    const refused = await verb(carl.api, projectId, id, revisionId);
    t.is(refused.status, 403, name);
    t.is(refused.body.error.code, "account_suspended", name);
  }
  t.is((await new Documents(owner, projectId).get(id)).body.document.draftVersion, 1);
});

test("a member who left sees the content no longer (rules/content 39)", async (t) => {
  const { kiln, owner, projectId } = t.context;
  const dora = await signUp(kiln.url);
  await joinProject(owner, projectId, dora);
  const documents = new Documents(dora, projectId);
  const id = await documents.make({ title: "One" });
  await dora.api.delete(`/v1/projects/${projectId}/members/${dora.id}`);
  // A contributor who was removed has no access, although she wrote here a moment ago.
  for (const refused of [await documents.create({ title: "Two" }), await documents.publish(id, 1)])
    t.deepEqual([refused.status, refused.body.error.code], [404, "not_found"]);
  t.is((await documents.get(id)).status, 404);
  t.is((await documents.put(id, {})).status, 404);
  t.is((await documents.list()).status, 404);
  const [revision] = (await new Documents(owner, projectId).revisions(id)).body.revisions;
  t.is(revision.createdBy.id, dora.id);
});

test("who left and is suspended is told that there is nothing, as every stranger is (rules/edge 11)", async (t) => {
  const { kiln, operator, owner, projectId } = t.context;
  const emil = await signUp(kiln.url);
  await joinProject(owner, projectId, emil);
  const documents = new Documents(emil, projectId);
  const id = await documents.make({ title: "One" });
  await operator.session.patch(`/v1/admin/accounts/${emil.id}`, { suspended: true });
  for (const refused of [await documents.create({ title: "Two" }), await documents.publish(id, 1)])
    t.is(refused.body.error.code, "account_suspended");
  await owner.api.delete(`/v1/projects/${projectId}/members/${emil.id}`);
  for (const refused of [await documents.create({ title: "Two" }), await documents.publish(id, 1)])
    t.is(refused.body.error.code, "not_found");
});

test("malformed ids in paths are not found; a deleted project takes its documents along (rules/edge 13; rules/projects 13)", async (t) => {
  const { kiln, owner } = t.context;
  for (const [name, verb] of Object.entries({ ...READS, ...WRITES }))
    t.is((await verb(owner.api, "x", "x", "x")).status, 404, name);
  const projectId = await makeProject(owner);
  await makeType(kiln, projectId);
  const documents = new Documents(owner, projectId);
  const id = await documents.makePublished({ title: "One" });
  await owner.api.delete(`/v1/projects/${projectId}`);
  t.is((await documents.create({ title: "Two" })).status, 404);
  t.is((await documents.publish(id, 1)).status, 404);
  t.is((await documents.get(id)).status, 404);
  t.is((await documents.list()).status, 404);
});
