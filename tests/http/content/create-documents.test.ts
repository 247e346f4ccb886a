import { randomUUID } from "node:crypto";
import anyTest, { type TestFn } from "ava";
import type { FieldDefinition } from "../../../contracts/content-schema.js";
import type { Kiln } from "../../../start.js";
import { signUp } from "../../helpers/client.js";
import { Documents, makeType } from "../../helpers/content.js";
import { makeProject } from "../../helpers/make-project.js";
import { makeArticles, type Site } from "../../helpers/make-site.js";
import { isInRings } from "../../helpers/of-rings.js";
import { startKiln } from "../../helpers/start-kiln.js";

// The tests follow each other: one of them keeps the server busy for as long as the others may wait on a slow machine.
const { serial: test, before, after } = anyTest as TestFn<Site & { kiln: Kiln }>;

const FIELDS: FieldDefinition[] = [
  { name: "title", title: "Title", type: "string", required: true, localized: true },
  { name: "body", title: "Body", type: "portableText" },
  { name: "list", title: "List", type: "array", of: { type: "number" } },
  {
    name: "seo",
    title: "SEO",
    type: "object",
    fields: [{ name: "text", title: "T", type: "text", localized: true }],
  },
];

before(async (t) => {
  const kiln = await startKiln();
  t.context = { kiln, ...(await makeArticles(kiln, FIELDS)) };
});
after.always((t) => t.context.kiln.stop());

test("a client may choose the id, in any case; it is stored in lower case, and an id in use is a conflict (rules/content 45)", async (t) => {
  const { documents } = t.context;
  const id = randomUUID().toUpperCase();
  const made = await documents.create({ title: "One" }, { id });
  t.is(made.body.document.id, id.toLowerCase());
  for (const again of [id, id.toLowerCase()]) {
    const refused = await documents.create({ title: "Two" }, { id: again });
    t.is(refused.status, 409);
    t.is(refused.body.error.code, "conflict");
  }
  t.is((await documents.get(id.toLowerCase())).body.document.title, "One");
  t.is((await documents.list("?q=two&type=article")).body.total, 0);
});

test("an id is taken in every project, also in one that the caller does not see (rules/content 45)", async (t) => {
  const { kiln, documents } = t.context;
  const id = await documents.make({ title: "One" });
  const bob = await signUp(kiln.url);
  const other = await makeProject(bob);
  await makeType(kiln, other, FIELDS);
  const refused = await new Documents(bob, other).create({ title: "Two" }, { id });
  t.is(refused.status, 409);
  t.is(refused.body.error.code, "conflict");
  t.is((await new Documents(bob, other).get(id)).status, 404);
});

test("of many creations with one id at once exactly one succeeds (rules/content 45)", async (t) => {
  const { documents } = t.context;
  const id = randomUUID();
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, index) => documents.create({ title: `${index}` }, { id })),
  );
  t.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 409, 409, 409, 409, 409, 409, 409]);
  t.is((await documents.revisions(id)).body.total, 1);
});

test("what does not match the contract is invalid_params and makes nothing (rules/content 20; rules/edge 16)", async (t) => {
  const { kiln, ann } = t.context;
  const projectId = await makeProject(ann);
  await makeType(kiln, projectId, FIELDS);
  for (const [body, words] of [
    [{ draft: {} }, /type/],
    [{ type: 7 }, /type/],
    [{ type: "nothing" }, /nothing.*article/],
    [{ type: "article", draft: [] }, /draft/],
    [{ type: "article", draft: "x" }, /draft/],
    [{ type: "article", draft: null }, /draft/],
    [{ type: "article", id: "x" }, /id/],
  ] as const) {
    const { status, body: answer } = await ann.api.post(`/v1/projects/${projectId}/content/documents`, body);
    t.is(status, 400, JSON.stringify(body));
    t.is(answer.error.code, "invalid_params");
    t.regex(answer.error.message, words);
  }
  t.is((await new Documents(ann, projectId).list()).body.total, 0);
});

test("a draft may be left out; an unknown body field is refused (rules/edge 18)", async (t) => {
  const { ann, projectId } = t.context;
  const path = `/v1/projects/${projectId}/content/documents`;
  const refused = await ann.api.post(path, { type: "article", draf: {} });
  t.is(refused.status, 400);
  t.is(refused.body.error.message, 'unknown field "draf" (did you mean "draft"?).');
  const { status, body } = await ann.api.post(path, { type: "article" });
  t.is(status, 200);
  t.deepEqual(body.document.draft, {});
  t.false(body.valid);
});

test("a bare value of a localized field is the default locale's; portable text gets the keys that it lacks (rules/content 19 and 48)", async (t) => {
  const { documents } = t.context;
  const { body } = await documents.create({
    title: "One",
    seo: { text: "Two" },
    body: [{ _type: "block", children: [{ _type: "span", text: "x" }] }],
  });
  const { draft, title } = body.document;
  t.is(title, "One");
  t.deepEqual(draft.title, { en: "One" });
  t.deepEqual(draft.seo, { text: { en: "Two" } });
  t.regex(draft.body[0]._key, /^[0-9a-f]{12}$/);
  t.regex(draft.body[0].children[0]._key, /^[0-9a-f]{12}$/);
  t.true(body.valid);
});

test("a title is a string or null (rules/content 46)", async (t) => {
  const { documents } = t.context;
  const titleOf = async (draft: object) => (await documents.create(draft)).body.document.title;
  t.is(await titleOf({ title: { en: "One", de: "Eins" } }), "One");
  t.is(await titleOf({ title: { de: "Eins" } }), null);
  t.is(await titleOf({ title: "" }), "");
  t.is(await titleOf({ title: 7 }), null);
  t.is(await titleOf({ title: null }), null);
  t.is(await titleOf({}), null);
});

test("keys and values of every kind come back as they were sent", async (t) => {
  const { ann, projectId } = t.context;
  const draft =
    '{"a\\u0000b":"\\u0000 \\ud83d\\ude00 \'\\"\\\\ %_","constructor":{"toString":1},"deep":[[[{"x":null}]]],"n":-1.5e-7}';
  const { body } = await ann.api.post(
    `/v1/projects/${projectId}/content/documents`,
    `{"type":"article","draft":${draft}}` as never,
  );
  t.deepEqual(body.document.draft, JSON.parse(draft));
  const got = await ann.api.get(`/v1/content/documents/${body.document.id}`);
  t.deepEqual(got.body.document.draft, JSON.parse(draft));
});

test("a draft above 4 MB is invalid_params, one below is kept (rules/content 47)", async (t) => {
  const { documents } = t.context;
  const large = await documents.create({ title: "x".repeat(4 * 1024 * 1024) });
  t.is(large.status, 400);
  t.regex(large.body.error.message, /4194304/);
  const id = await documents.make({ title: "x".repeat(4_000_000) });
  t.is((await documents.put(id, { title: "y".repeat(4 * 1024 * 1024) })).status, 400);
  t.is((await documents.get(id)).body.document.draftVersion, 1);
});

test("a title of any length and kind of characters is kept; lists name it by its beginning (rules/content 46)", async (t) => {
  const { documents } = t.context;
  // The first characters become three under normalization, the second ones take two in SQL.
  // The longest of the rings have 360 KB, which no column of a title takes, and those of a whole run almost 4 MB.
  const times = isInRings() ? 90_000 : 900_000;
  for (const title of ["\u{1d160}".repeat(times), "'\\".repeat(times)]) {
    const id = await documents.make({ title });
    const { body } = await documents.put(id, { title: `${title}!` });
    t.is(body.document.title, `${title}!`);
    t.is((await documents.publish(id, 2)).status, 200);
    await documents.delete(id, "?force=true");
  }
});

test("a list of 200,000 numbers is a draft like any other", async (t) => {
  const { documents } = t.context;
  const list = Array.from({ length: 200_000 }, (_, index) => index % 10);
  const id = await documents.make({ title: "numbers", list });
  // AVA's own comparison describes all 200,000 numbers first.
  t.is((await documents.get(id)).body.document.draft.list.join(), list.join());
  const { body } = await documents.put(id, { title: "numbers", list: list.toReversed() });
  t.is(body.version, 2);
  await documents.delete(id);
});

test("a draft that no editor could open is payload_too_large, and nothing is made (rules/content 47)", async (t) => {
  const { documents } = t.context;
  const body = Array.from({ length: 40_000 }, () => ({
    _type: "block",
    children: [{ _type: "span", text: "x" }],
  }));
  const refused = await documents.create({ title: "pieces", body });
  t.is(refused.status, 413);
  t.is(refused.body.error.code, "payload_too_large");
  t.is((await documents.list("?type=article&q=pieces")).body.total, 0);
  const id = await documents.make({ title: "small" });
  const { status } = await documents.put(id, { title: "pieces", body });
  t.is(status, 413);
  t.is((await documents.get(id)).body.document.title, "small");
});

test("documents of the default project are like any others; a person's projects do not mix", async (t) => {
  const { kiln, ann, projectId } = t.context;
  const { defaultProjectId } = (await ann.api.get("/v1/projects")).body;
  await makeType(kiln, defaultProjectId, FIELDS);
  const own = new Documents(ann, defaultProjectId);
  const id = await own.makePublished({ title: "Own" });
  t.is((await own.list()).body.total, 1);
  t.is((await own.get(id)).body.document.projectId, defaultProjectId);
  t.false(
    (await new Documents(ann, projectId).list("?limit=200")).body.documents.some(
      (document: { id: string }) => document.id === id,
    ),
  );
});
