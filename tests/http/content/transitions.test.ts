import { randomUUID } from "node:crypto";
import anyTest, { type TestFn } from "ava";
import type { Kiln } from "../../../start.js";
import { signUp } from "../../helpers/client.js";
import { Documents, makeType } from "../../helpers/content.js";
import { makeProject } from "../../helpers/make-project.js";
import { makeArticles, type Site } from "../../helpers/make-site.js";
import { startKiln } from "../../helpers/start-kiln.js";

const test = anyTest as TestFn<Site & { kiln: Kiln }>;

test.before(async (t) => {
  const kiln = await startKiln();
  t.context = { kiln, ...(await makeArticles(kiln)) };
});
test.after.always((t) => t.context.kiln.stop());

test("(none) -> draft: create makes an unpublished document at version 1 and says whether its draft is valid (rules/content 10 and 25)", async (t) => {
  const { documents, projectId } = t.context;
  const { status, body } = await documents.create({ title: "One", body: "x" });
  t.is(status, 200);
  const { id, createdAt, updatedAt, ...document } = body.document;
  t.regex(id, /^[0-9a-f-]{36}$/);
  t.is(createdAt, updatedAt);
  t.deepEqual(document, {
    projectId,
    type: "article",
    title: "One",
    status: "draft",
    draftVersion: 1,
    schemaVersion: 1,
    draft: { title: "One", body: "x" },
    published: null,
    publishedAt: null,
    firstPublishedAt: null,
  });
  t.true(body.valid);
  t.deepEqual(body.issues, []);
});

test("a draft that is not valid is saved too, and cannot be published (rules/content 10 and 26)", async (t) => {
  const { documents } = t.context;
  const made = await documents.create({ body: 7, unknown: true });
  t.is(made.status, 200);
  t.false(made.body.valid);
  t.deepEqual(
    made.body.issues.map(({ path, code }: { path: string; code: string }) => `${path} ${code}`),
    ["title required", "body invalid_type", "unknown unknown_field"],
  );
  const { id, title } = made.body.document;
  t.is(title, null);
  const refused = await documents.publish(id, 1);
  t.is(refused.status, 400);
  t.is(refused.body.error.code, "invalid_params");
  t.regex(refused.body.error.message, /title is required/);
  t.is((await documents.get(id)).body.document.status, "draft");
});

test("draft -> published: publish at the draft's version; another baseVersion is a conflict (rules/content 26)", async (t) => {
  const { documents } = t.context;
  const id = await documents.make({ title: "One" });
  await documents.put(id, { title: "Two" });
  for (const baseVersion of [-1, 0, 1, 3, 2 ** 31 + 1]) {
    const stale = await documents.publish(id, baseVersion);
    t.is(stale.status, 409);
    t.is(stale.body.error.code, "conflict");
    t.regex(stale.body.error.message, /version 2/);
  }
  const { status, body } = await documents.publish(id, 2);
  t.is(status, 200);
  t.like(body.document, {
    status: "published",
    draftVersion: 2,
    draft: { title: "Two" },
    published: { title: "Two" },
  });
  t.is(body.document.publishedAt, body.document.firstPublishedAt);
  t.deepEqual((await documents.get(id)).body.document, body.document);
});

test("published -> changed on a draft save, which leaves what is published alone; changed -> published (rules/content 30)", async (t) => {
  const { documents } = t.context;
  const id = await documents.makePublished({ title: "One" });
  const first = (await documents.get(id)).body.document;
  const saved = await documents.put(id, { title: "Two" });
  t.like(saved.body, { version: 2, status: "changed", valid: true });
  t.like(saved.body.document, { draft: { title: "Two" }, published: { title: "One" }, draftVersion: 2 });
  const { document } = (await documents.publish(id, 2)).body;
  t.like(document, { status: "published", published: { title: "Two" } });
  t.is(document.firstPublishedAt, first.firstPublishedAt);
  t.true(document.publishedAt > first.publishedAt);
});

test("publishing an unchanged published document is 200 and does nothing (rules/content 29)", async (t) => {
  const { documents } = t.context;
  const id = await documents.makePublished({ title: "One" });
  const before = (await documents.get(id)).body.document;
  const again = await documents.publish(id, 1);
  t.is(again.status, 200);
  t.deepEqual(again.body.document, before);
  t.is((await documents.revisions(id)).body.total, 2);
  t.is((await documents.publish(id, 2)).status, 409);
});

test("an unchanged published document is checked again when its type has changed (rules/content 24)", async (t) => {
  const { kiln } = t.context;
  const owner = await signUp(kiln.url);
  const projectId = await makeProject(owner);
  const typeId = await makeType(kiln, projectId);
  const documents = new Documents(owner, projectId);
  const id = await documents.makePublished({ title: "One" });
  const put = (baseVersion: number, more: object) =>
    owner.api.put(`/v1/content/types/${typeId}`, {
      baseVersion,
      fields: [{ name: "title", title: "Title", type: "string", ...more }],
    });
  t.is((await put(1, { maxLength: 2 })).status, 200);
  for (const save of [async () => {}, () => documents.put(id, { title: "One" })]) {
    await save();
    const refused = await documents.publish(id, 1);
    t.deepEqual([refused.status, refused.body.error.code], [400, "invalid_params"]);
    t.regex(refused.body.error.message, /title/);
  }
  t.is((await put(2, { maxLength: 3 })).status, 200);
  const before = (await documents.get(id)).body.document;
  t.deepEqual((await documents.publish(id, 1)).body.document, before);
  t.is((await documents.revisions(id)).body.total, 2);
});

test("published or changed -> draft: unpublish leaves the draft; a draft cannot be unpublished (rules/content 31)", async (t) => {
  const { documents } = t.context;
  const id = await documents.makePublished({ title: "One" });
  await documents.put(id, { title: "Two" });
  const { status, body } = await documents.unpublish(id);
  t.is(status, 200);
  t.like(body.document, { status: "draft", draft: { title: "Two" }, published: null, publishedAt: null });
  t.not(body.document.firstPublishedAt, null);
  const again = await documents.unpublish(id);
  t.is(again.status, 409);
  t.is(again.body.error.code, "conflict");
  t.is((await documents.unpublish(id, "?force=true")).status, 409);
  t.is((await documents.publish(id, 2)).body.document.firstPublishedAt, body.document.firstPublishedAt);
});

test("any -> removed: a deleted document is gone with its history, and its id is free again (rules/content 38)", async (t) => {
  const { documents } = t.context;
  const id = randomUUID();
  for (const isPublished of [false, true]) {
    t.is(await documents.make({ title: "One" }, { id: id.toUpperCase() }), id);
    if (isPublished) await documents.publish(id, 1);
    t.deepEqual((await documents.delete(id)).body, { ok: true });
    for (const answer of [
      await documents.get(id),
      await documents.put(id, {}),
      await documents.publish(id, 1),
      await documents.unpublish(id),
      await documents.delete(id),
      await documents.revisions(id),
    ])
      t.is(answer.status, 404);
  }
  t.is((await documents.revisions(await documents.make({ title: "One" }, { id }))).body.total, 1);
});
