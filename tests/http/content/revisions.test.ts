import { randomUUID } from "node:crypto";
import anyTest, { type TestFn } from "ava";
import * as Y from "yjs";
import { ContentDocument } from "../../../entities/content-document.js";
import type { Kiln } from "../../../start.js";
import { type Person, signUp } from "../../helpers/client.js";
import { Documents, makeType } from "../../helpers/content.js";
import { makeProject } from "../../helpers/make-project.js";
import { startKiln } from "../../helpers/start-kiln.js";
import { saidBy } from "../../helpers/said-by.js";

const test = anyTest as TestFn<{
  kiln: Kiln;
  ann: Person;
  bob: Person;
  projectId: string;
  documents: Documents;
}>;

test.before(async (t) => {
  const kiln = await startKiln();
  const [ann, bob] = [await signUp(kiln.url), await signUp(kiln.url)];
  const projectId = await makeProject(ann, [bob]);
  await makeType(kiln, projectId);
  t.context = { kiln, ann, bob, projectId, documents: new Documents(ann, projectId) };
});
test.after.always((t) => t.context.kiln.stop());

interface Revision {
  id: string;
  kind: string;
  version: number;
}

/** Returns the revisions as `kind version title`, newest first, from the list and from each revision alone. */
async function history(documents: Documents, id: string): Promise<string[]> {
  const { revisions } = (await documents.revisions(id, "?limit=200")).body as { revisions: Revision[] };
  return Promise.all(
    revisions.map(async ({ id: revisionId, kind, version }) => {
      const { revision } = (await documents.revision(id, revisionId)).body;
      if (revision.kind !== kind || revision.version !== version)
        throw new Error("List and revision differ.");
      return `${kind} ${version} ${revision.payload.title}`;
    }),
  );
}

test("consecutive saves by one person are one revision; the list has no payloads (rules/content 34 and 37)", async (t) => {
  const { ann, documents } = t.context;
  const id = await documents.make({ title: "1" });
  for (const title of ["2", "3"]) await documents.put(id, { title });
  const { body } = await documents.revisions(id);
  t.deepEqual(
    { ...body, revisions: body.revisions.length },
    { revisions: 1, total: 1, limit: 50, offset: 0 },
  );
  const { id: revisionId, createdAt, ...revision } = body.revisions[0];
  t.deepEqual(revision, {
    kind: "draft",
    version: 3,
    schemaVersion: 1,
    createdBy: { id: ann.id, email: ann.email, name: null },
    actor: { kind: "key" },
  });
  t.deepEqual((await documents.revision(id, revisionId)).body, {
    revision: { ...revision, id: revisionId, createdAt, payload: { title: "3" } },
  });
});

test("saves coalesce within five minutes of the first one, and no longer (rules/content 34)", async (t) => {
  const { kiln, documents } = t.context;
  const id = await documents.make({ title: "1" });
  /** Moves the beginning of the newest revision into the past. */
  const began = (millisecondsAgo: number) =>
    kiln.host.transact(async (tx) => {
      const row = await tx.findOne(ContentDocument, { id });
      if (row === null) throw new Error("The document is gone.");
      const history = { ...row.history, at: Date.now() - millisecondsAgo };
      await tx.update(ContentDocument, { id }, { history, updatedAt: history.at });
    });
  await began(5 * 60_000 - 30_000);
  await documents.put(id, { title: "2" });
  t.deepEqual(await history(documents, id), ["draft 2 2"]);
  await began(5 * 60_000);
  await documents.put(id, { title: "3" });
  t.deepEqual(await history(documents, id), ["draft 3 3", "draft 2 2"]);
  await documents.put(id, { title: "4" });
  t.deepEqual(await history(documents, id), ["draft 4 4", "draft 2 2"]);
});

test("a revision is restored by the type as it is now: what does not fit is kept as an issue (rules/content 36)", async (t) => {
  const { ann, documents, projectId } = t.context;
  const name = "changing";
  const path = `/v1/projects/${projectId}/content/types`;
  const text = { name: "title", title: "Title", type: "string" };
  const fields = [text, { ...text, name: "body" }, { ...text, name: "tags" }];
  const { contentType } = (await ann.api.post(path, { name, title: "C", titleField: "title", fields })).body;
  const draft = { title: "One", body: "Old", tags: "x" };
  const own = (await documents.create(draft, { type: name })).body.document.id;
  await documents.publish(own, 1);
  await documents.put(own, { title: "Two" });
  await ann.api.put(`/v1/content/types/${contentType.id}`, {
    baseVersion: 1,
    fields: [
      { ...text, localized: true },
      { ...text, name: "body", type: "text" },
      { ...text, name: "more", required: true },
    ],
  });
  const { revisions } = (await documents.revisions(own)).body;
  const { body } = await documents.restore(own, revisions.at(-1).id);
  t.deepEqual(body.document.draft, { title: { en: "One" }, body: "Old", tags: "x" });
  t.deepEqual(
    body.issues.map(({ path, code }: { path: string; code: string }) => `${path} ${code}`),
    ["more required", "tags orphaned_value"],
  );
  t.like(body.document, { status: "changed", schemaVersion: 2, draftVersion: 3 });
  const doc = new Y.Doc();
  Y.applyUpdate(doc, Buffer.from(body.draftState, "base64"));
  t.true(doc.getMap("fields").get("body") instanceof Y.Text);
});

test("another person, a publish, an unpublish and a restore each begin a new one, and every payload stays what it was (rules/content 34)", async (t) => {
  const { bob, documents } = t.context;
  const id = await documents.make({ title: "1" });
  await documents.put(id, { title: "2" });
  await documents.as(bob).put(id, { title: "3" });
  await documents.as(bob).put(id, { title: "4" });
  await documents.put(id, { title: "5" });
  await documents.publish(id, 5);
  await documents.put(id, { title: "6" });
  await documents.put(id, { title: "7" });
  await documents.unpublish(id);
  await documents.put(id, { title: "8" });
  const first = (await documents.revisions(id, "?offset=6")).body.revisions[0];
  t.like(first, { kind: "draft", version: 2 });
  await documents.restore(id, first.id);
  await documents.put(id, { title: "10" });
  await documents.publish(id, 10);
  t.deepEqual(await history(documents, id), [
    "publish 10 10",
    "draft 10 10",
    "restore 9 2",
    "draft 8 8",
    "unpublish 7 7",
    "draft 7 7",
    "publish 5 5",
    "draft 5 5",
    "draft 4 4",
    "draft 2 2",
  ]);
});

test("pages are newest first and exact; limits are checked (rules/edge 26 and 27)", async (t) => {
  const { bob, documents } = t.context;
  const id = await documents.make({ title: "0" });
  for (let index = 1; index < 7; index++)
    await (index % 2 === 0 ? documents : documents.as(bob)).put(id, { title: `${index}` });
  const versions = async (query: string) => {
    const { body } = await documents.revisions(id, query);
    t.is(body.total, 7);
    return body.revisions.map(({ version }: Revision) => version);
  };
  t.deepEqual(await versions(""), [7, 6, 5, 4, 3, 2, 1]);
  t.deepEqual(await versions("?limit=2&offset=1"), [6, 5]);
  t.deepEqual(await versions("?limit=2&offset=6"), [1]);
  t.deepEqual(await versions("?offset=7"), []);
  for (const query of ["?limit=0", "?limit=201", "?limit=x", "?offset=-1"])
    t.is((await documents.revisions(id, query)).status, 400);
});

test("the newest 50 snapshots of drafts are kept; publishes and unpublishes are never pruned (rules/content 35)", async (t) => {
  const { bob, documents } = t.context;
  const id = await documents.makePublished({ title: "1" });
  await documents.unpublish(id);
  for (let version = 2; version <= 54; version++)
    await (version % 2 === 0 ? documents.as(bob) : documents).put(id, { title: `${version}` });
  const kept = await history(documents, id);
  const drafts = Array.from({ length: 50 }, (_, index) => `draft ${54 - index} ${54 - index}`);
  t.deepEqual(kept, [...drafts, "unpublish 1 1", "publish 1 1"]);
  t.is((await documents.revisions(id)).body.total, 52);
});

test("restore replays a snapshot as a save of its own: published becomes changed, others keep their status (rules/content 36)", async (t) => {
  const { documents } = t.context;
  const id = await documents.makePublished({ title: "1", body: "x" });
  const [published] = (await documents.revisions(id)).body.revisions;
  const before = (await documents.get(id)).body;
  for (const [title, status] of [
    ["2", "changed"],
    ["3", "changed"],
  ]) {
    await documents.put(id, { title });
    const { status: answer, body } = await documents.restore(id, published.id);
    t.is(answer, 200);
    t.like(body.document, { status, draft: { title: "1", body: "x" }, published: { title: "1", body: "x" } });
    t.true(body.valid);
    const doc = new Y.Doc();
    Y.applyUpdate(doc, Buffer.from(body.draftState, "base64"));
    t.deepEqual(saidBy(doc), { title: "1", body: "x" });
  }
  const { body } = await documents.restore(id, published.id);
  t.is(body.epoch, before.epoch + 3);
  t.is(body.document.draftVersion, 6);
  t.is((await documents.revisions(id)).body.revisions[0].kind, "restore");
  await documents.publish(id, 6);
  t.is((await documents.restore(id, published.id)).body.document.status, "changed");
  await documents.unpublish(id);
  t.is((await documents.restore(id, published.id)).body.document.status, "draft");
});

test("a document that nobody opened yet is restored too, on epoch 2 (rules/content 16 and 36)", async (t) => {
  const { documents } = t.context;
  const id = await documents.make({ title: "1" });
  const [first] = (await documents.revisions(id)).body.revisions;
  t.is((await documents.restore(id, first.id)).body.epoch, 2);
  t.is((await documents.get(id)).body.epoch, 2);
});

test("restore onto a baseVersion only while the draft is at it (rules/content 36)", async (t) => {
  const { documents } = t.context;
  const id = await documents.makePublished({ title: "1" });
  const [published] = (await documents.revisions(id)).body.revisions;
  await documents.put(id, { title: "2" });
  const stale = await documents.restore(id, published.id, { baseVersion: 1 });
  t.is(stale.status, 409);
  t.is(stale.body.error.code, "conflict");
  t.is((await documents.get(id)).body.document.draftVersion, 2);
  t.is((await documents.restore(id, published.id, { baseVersion: "2" })).status, 400);
  const { body } = await documents.restore(id, published.id, { baseVersion: 2 });
  t.is(body.document.draftVersion, 3);
});

test("a revision of another document, and an unknown one, are not found", async (t) => {
  const { documents } = t.context;
  const [one, two] = [await documents.make({ title: "1" }), await documents.make({ title: "2" })];
  const [foreign] = (await documents.revisions(two)).body.revisions;
  for (const revisionId of [foreign.id, randomUUID(), "x"]) {
    t.is((await documents.revision(one, revisionId)).status, 404);
    t.is((await documents.restore(one, revisionId)).status, 404);
  }
});
