import { randomUUID } from "node:crypto";
import anyTest, { type TestFn } from "ava";
import type { FieldDefinition } from "../../../contracts/content-schema.js";
import type { Kiln } from "../../../start.js";
import { Documents, makeType } from "../../helpers/content.js";
import { makeProject } from "../../helpers/make-project.js";
import { makeArticles, type Site } from "../../helpers/make-site.js";
import { startKiln } from "../../helpers/start-kiln.js";

const test = anyTest as TestFn<Site & { kiln: Kiln }>;

const FIELDS: FieldDefinition[] = [
  { name: "title", title: "Title", type: "string" },
  { name: "one", title: "One", type: "reference", to: ["article"] },
  { name: "many", title: "Many", type: "array", of: { type: "reference", to: ["article"] } },
  {
    name: "seo",
    title: "SEO",
    type: "object",
    fields: [{ name: "of", title: "Of", type: "reference", to: ["article"] }],
  },
];

test.before(async (t) => {
  const kiln = await startKiln();
  const site = await makeArticles(kiln, FIELDS);
  await makeType(kiln, site.projectId, [], "author");
  t.context = { kiln, ...site };
});
test.after.always((t) => t.context.kiln.stop());

const to = (documentId: string) => ({ documentId });

test("unpublish and delete are conflicts while a published document refers to one; force lifts it (rules/content 31)", async (t) => {
  const { documents } = t.context;
  for (const place of ["one", "many", "seo"]) {
    const target = await documents.makePublished({ title: "target" });
    const value = { one: to(target), many: [to(target)], seo: { of: to(target) } }[place];
    const source = await documents.makePublished({ [place]: value });
    for (const refused of [await documents.unpublish(target), await documents.delete(target)]) {
      t.is(refused.status, 409);
      t.is(refused.body.error.code, "conflict");
      t.regex(refused.body.error.message, new RegExp(source));
    }
    t.is((await documents.get(target)).body.document.status, "published");
    t.is((await documents.unpublish(target, "?force=true")).body.document.status, "draft");
    t.is((await documents.delete(target)).status, 409, "an unpublished target is guarded too");
    t.is((await documents.delete(target, "?force=true")).status, 200);
  }
});

test("force is read from the body too (rules/content 31)", async (t) => {
  const { ann, documents } = t.context;
  const target = await documents.makePublished({ title: "target" });
  await documents.makePublished({ one: to(target) });
  const path = `/v1/content/documents/${target}`;
  t.is((await ann.api.post(`${path}/unpublish`, { force: false })).status, 409);
  for (const [query, body] of [
    ["?force=maybe", undefined],
    ["", { force: "yes" }],
  ] as const) {
    const refused = await ann.api.post(`${path}/unpublish${query}`, body);
    t.is(refused.status, 400);
    t.is(refused.body.error.message, "force must be true or false.");
  }
  t.is((await ann.api.post(`${path}/unpublish`, { force: true })).status, 200);
  t.is((await ann.api.delete(path, { body: { force: false } })).status, 409);
  t.is((await ann.api.delete(path, { body: { force: true } })).status, 200);
});

test("only what is published guards: drafts do not, nor what the published payload names no longer (rules/content 31)", async (t) => {
  const { documents } = t.context;
  const target = await documents.makePublished({ title: "target" });
  const source = await documents.make({ one: to(target) });
  const free = async (why: string) => {
    t.is((await documents.unpublish(target)).status, 200, why);
    await documents.publish(target, 1);
  };
  await free("a draft refers to it");
  await documents.publish(source, 1);
  await documents.put(source, { title: "another" });
  t.is((await documents.unpublish(target)).status, 409, "the published payload still refers to it");
  await documents.publish(source, 2);
  await free("it is named no longer");
  await documents.put(source, { one: to(target) });
  await documents.publish(source, 3);
  await documents.unpublish(source);
  await free("the source is unpublished");
  await documents.publish(source, 3);
  await documents.delete(source);
  await free("the source is deleted");
});

test("a document that refers to itself keeps nothing from being unpublished or deleted (rules/content 31)", async (t) => {
  const { documents } = t.context;
  const id = randomUUID();
  await documents.makePublished({ one: to(id), many: [to(id)] }, { id });
  t.is((await documents.unpublish(id)).status, 200);
  t.is((await documents.publish(id, 1)).status, 200);
  t.is((await documents.delete(id)).status, 200);
});

test("publishing needs targets that exist, of a type in `to`, of the same project; an unpublished one does (rules/content 28 and 49)", async (t) => {
  const { kiln, ann, documents } = t.context;
  const elsewhere = await makeProject(ann);
  await makeType(kiln, elsewhere, FIELDS);
  const foreign = await new Documents(ann, elsewhere).make({ title: "foreign" });
  const author = await documents.make({}, { type: "author" });
  for (const target of [randomUUID(), foreign, author, "x", ""]) {
    const made = await documents.create({ one: to(target) });
    t.is(made.status, 200);
    t.false(made.body.valid, target);
    const refused = await documents.publish(made.body.document.id, 1);
    t.is(refused.status, 400);
    t.is(refused.body.error.code, "invalid_params");
    t.regex(refused.body.error.message, /^The draft is not valid: one /);
  }
  const draft = await documents.make({ title: "draft" });
  t.is((await documents.publish(await documents.make({ one: to(draft.toUpperCase()) }), 1)).status, 200);
  t.is((await documents.delete(draft)).status, 409);
});

test("a target that is deleted after the save keeps the draft from being published, and GET says so (rules/content 49)", async (t) => {
  const { documents } = t.context;
  const target = await documents.make({ title: "target" });
  const source = await documents.make({ one: to(target) });
  t.true((await documents.get(source)).body.valid);
  await documents.delete(target);
  t.like((await documents.get(source)).body, {
    valid: false,
    issues: { 0: { path: "one", code: "unknown_document" } },
  });
  t.is((await documents.publish(source, 1)).status, 400);
});

const ROUNDS = 12;

test("publish against delete and unpublish of its target: never both, no published reference dangles (rules/content 31)", async (t) => {
  const { documents } = t.context;
  for (let round = 0; round < ROUNDS; round++) {
    const target = await documents.makePublished({ title: "target" });
    const sources = await Promise.all([1, 2, 3].map(() => documents.make({ one: to(target) })));
    const verb = round % 2 === 0 ? documents.delete : documents.unpublish;
    const [ended, ...published] = await Promise.all([
      verb(target),
      ...sources.map((source) => documents.publish(source, 1)),
    ]);
    const isRefused = published.some(({ status }) => status === 200);
    if (round % 2 === 0) {
      t.is(ended?.status, isRefused ? 409 : 200);
      if (!isRefused) t.true(published.every(({ status }) => status === 400));
    } else {
      // An unpublished target does not block, so both may succeed, the unpublish first.
      t.true([200, 409].includes(ended?.status ?? 0));
      t.true(published.every(({ status }) => status === 200));
    }
    t.is((await documents.delete(target)).status, isRefused ? 409 : 404);
  }
});

test("documents that refer to each other are published at the same time", async (t) => {
  const { documents } = t.context;
  for (let round = 0; round < ROUNDS; round++) {
    const ids = [randomUUID(), randomUUID(), randomUUID()];
    for (const id of ids) await documents.make({ title: id }, { id });
    for (const id of ids) await documents.put(id, { many: ids.map(to) });
    const answers = await Promise.all(ids.map((id) => documents.publish(id, 2)));
    t.deepEqual(
      answers.map(({ status }) => status),
      [200, 200, 200],
    );
  }
});

test("of many publishes and unpublishes at once each leaves one revision, and the last one stands (rules/content 29)", async (t) => {
  const { documents } = t.context;
  const id = await documents.make({ title: "One" });
  const answers = await Promise.all(
    Array.from({ length: 24 }, (_, index) =>
      index % 3 === 2 ? documents.unpublish(id) : documents.publish(id, 1),
    ),
  );
  t.true(answers.every(({ status }, index) => status === 200 || (index % 3 === 2 && status === 409)));
  const { revisions, total } = (await documents.revisions(id, "?limit=200")).body;
  const kinds = revisions.map(({ kind }: { kind: string }) => kind).toReversed();
  t.is(kinds.length, total);
  t.is(kinds[0], "draft");
  // Every publish that changed something is followed by an unpublish, or is the last one.
  for (const [index, kind] of kinds.slice(1).entries()) t.is(kind, index % 2 === 0 ? "publish" : "unpublish");
  const { status } = (await documents.get(id)).body.document;
  t.is(status, kinds.at(-1) === "publish" ? "published" : "draft");
  const ended = answers.filter(({ status }, index) => index % 3 === 2 && status === 200).length;
  t.is(kinds.filter((kind: string) => kind === "unpublish").length, ended);
});
