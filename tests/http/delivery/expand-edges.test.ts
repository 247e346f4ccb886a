import { randomUUID } from "node:crypto";
import anyTest, { type TestFn } from "ava";
import type { FieldDefinition } from "../../../contracts/content-schema.js";
import type { Kiln } from "../../../start.js";
import type { Client } from "../../helpers/client.js";
import { makeType } from "../../helpers/content.js";
import { makeReader } from "../../helpers/make-reader.js";
import { makeSite, type Site } from "../../helpers/make-site.js";
import { startKiln } from "../../helpers/start-kiln.js";

const PERSON: FieldDefinition[] = [
  { name: "title", title: "Title", type: "string" },
  { name: "friend", title: "Friend", type: "reference", to: ["article"] },
  {
    name: "box",
    title: "Box",
    type: "object",
    fields: [
      { name: "one", title: "One", type: "reference", to: ["article", "tag"] },
      { name: "many", title: "Many", type: "array", of: { type: "reference", to: ["article", "tag"] } },
    ],
  },
];
const TAG: FieldDefinition[] = [
  { name: "title", title: "Title", type: "string" },
  { name: "friend", title: "Friend", type: "string" },
];

interface Context extends Site {
  reader: Client;
  preview: Client;
}
const test = anyTest as TestFn<Context>;

let kiln: Kiln;
test.before(async () => {
  kiln = await startKiln();
});
test.beforeEach(async (t) => {
  const site = await makeSite(kiln, PERSON);
  await makeType(kiln, site.projectId, TAG, "tag");
  const [reader, preview] = await Promise.all([
    makeReader(site.ann, site.projectId),
    makeReader(site.ann, site.projectId, "preview"),
  ]);
  t.context = { ...site, reader, preview };
});
test.after.always(() => kiln?.stop());

const single = async ({ reader, projectId }: Context, id: string, query: string, by = reader) => {
  const { status, body } = await by.get(`/v1/content/${projectId}/documents/${id}?${query}`);
  if (status !== 200) throw new Error(JSON.stringify(body));
  return body.document;
};

test("documents that refer to each other are expanded as deep as asked and no further (rules/delivery 14)", async (t) => {
  const { documents } = t.context;
  const [a, b] = [randomUUID(), randomUUID()];
  await documents.make({ title: "A" }, { id: a });
  await documents.makePublished({ title: "B", friend: { documentId: a } }, { id: b });
  const { version } = (await documents.put(a, { title: "A", friend: { documentId: b } })).body;
  await documents.publish(a, version);
  const one = await single(t.context, a, "expand=friend");
  t.deepEqual([one.friend._id, one.friend.friend], [b, { documentId: a }]);
  const two = await single(t.context, a, "expand=friend.friend&expandDepth=2");
  t.is(two.friend.friend._id, a);
  t.deepEqual(two.friend.friend.friend, { documentId: b });
  const self = await single(t.context, a, "expand=friend,friend.friend&expandDepth=2&select=friend");
  t.false("title" in self);
  t.is(self.friend.title, "B");
});

test("a list keeps its places: null for what is unpublished or deleted, whether read before or not (rules/delivery 14)", async (t) => {
  const { documents, preview, projectId } = t.context;
  const make = (title: string, type = "tag") => documents.makePublished({ title }, { type });
  const [kept, unpublished, deleted] = [await make("Kept"), await make("Off"), await make("Gone")];
  const many = [unpublished, kept, deleted, kept].map((documentId) => ({ documentId }));
  const id = await documents.makePublished({
    title: "A",
    box: { one: { documentId: deleted }, many },
  });
  const titles = async (by?: Client) => {
    const { box } = await single(t.context, id, "expand=box.one,box.many", by);
    return [box.one, ...box.many].map((each) => each?.title ?? null);
  };
  t.deepEqual(await titles(), ["Gone", "Off", "Kept", "Gone", "Kept"]);
  t.is((await documents.unpublish(unpublished)).status, 409);
  t.is((await documents.unpublish(unpublished, "?force=true")).status, 200);
  t.deepEqual(await titles(), ["Gone", null, "Kept", "Gone", "Kept"]);
  t.is((await documents.delete(deleted, "?force=true")).status, 200);
  t.deepEqual(await titles(), [null, null, "Kept", null, "Kept"]);
  t.deepEqual(await titles(preview), [null, "Off", "Kept", null, "Kept"]);
  const plain = await single(t.context, id, "");
  t.deepEqual(plain.box, { one: { documentId: deleted }, many });
  const { body } = await t.context.reader.post(`/v1/content/${projectId}/graphql`, {
    query: `{ article(id: "${id}") { box { one { ... on Tag { title } } many { ... on Tag { title } } } } }`,
  });
  const kept2 = { title: "Kept" };
  t.deepEqual(body.data.article.box, { one: null, many: [null, kept2, null, kept2] });
});

test("an id that is deleted and made again is read as the new document, of its new type (rules/delivery 6)", async (t) => {
  const { documents, reader, projectId } = t.context;
  const id = randomUUID();
  const from = await (async () => {
    await documents.makePublished({ title: "Old" }, { id, type: "tag" });
    return documents.makePublished({ title: "From", box: { one: { documentId: id } } });
  })();
  const target = async () => (await single(t.context, from, "expand=box.one")).box.one;
  const total = async (type: string) =>
    (await reader.get(`/v1/content/${projectId}/documents?type=${type}`)).body.documents.map(
      ({ title }: { title: string }) => title,
    );
  t.like(await target(), { _type: "tag", title: "Old" });
  t.deepEqual(await total("tag"), ["Old"]);
  await documents.delete(id, "?force=true");
  t.is(await target(), null);
  await documents.makePublished({ title: "New" }, { id });
  t.like(await target(), { _type: "article", title: "New" });
  t.deepEqual(await total("tag"), []);
  t.deepEqual((await total("article")).toSorted(), ["From", "New"]);
});

test("a reference to a type that its field does not lead to any more is null in REST and GraphQL alike (rules/delivery 14)", async (t) => {
  const { documents, ann, reader, projectId } = t.context;
  const tag = { documentId: await documents.makePublished({ title: "Tag" }, { type: "tag" }) };
  const other = { documentId: await documents.makePublished({ title: "Other" }) };
  const id = await documents.makePublished({ title: "A", box: { one: tag, many: [tag, other] } });
  const { contentTypes } = (await ann.api.get(`/v1/projects/${projectId}/content/types`)).body;
  const article = contentTypes.find(({ name }: { name: string }) => name === "article");
  const narrowed = JSON.parse(
    JSON.stringify(article.schema.fields).replaceAll('["article","tag"]', '["article"]'),
  );
  const change = { baseVersion: 1, fields: narrowed };
  t.is((await ann.api.put(`/v1/content/types/${article.id}`, change)).status, 200);
  t.deepEqual((await single(t.context, id, "")).box, { one: tag, many: [tag, other] });
  const { box } = await single(t.context, id, "expand=box.one,box.many");
  t.is(box.one, null);
  t.is(box.many[0], null);
  t.is(box.many[1].title, "Other");
  const { body } = await reader.post(`/v1/content/${projectId}/graphql`, {
    query: `{ article(id: "${id}") { box { one { title } many { title } } } }`,
  });
  t.deepEqual(body.data.article.box, { one: null, many: [null, { title: "Other" }] });
});

test("a type that is deleted by force takes its documents out of lists, expansions and GraphQL at once (rules/delivery 6)", async (t) => {
  const { documents, ann, reader, projectId } = t.context;
  const tag = await documents.makePublished({ title: "Tag" }, { type: "tag" });
  const { status, body } = await ann.api.get(`/v1/projects/${projectId}/content/types`);
  t.is(status, 200);
  const ids = Object.fromEntries(
    body.contentTypes.map((each: { name: string; id: string }) => [each.name, each.id]),
  );
  t.is((await single(t.context, tag, "")).title, "Tag");
  const fields = PERSON.filter(({ name }) => name !== "box");
  t.is((await ann.api.put(`/v1/content/types/${ids["article"]}`, { baseVersion: 1, fields })).status, 200);
  t.is((await ann.api.delete(`/v1/content/types/${ids["tag"]}?force=true`)).status, 200);
  t.is((await reader.get(`/v1/content/${projectId}/documents/${tag}`)).status, 404);
  t.is((await reader.get(`/v1/content/${projectId}/documents?type=tag`)).status, 400);
  const asked = await reader.post(`/v1/content/${projectId}/graphql`, { query: "{ allTag { total } }" });
  t.is(asked.status, 400);
});
