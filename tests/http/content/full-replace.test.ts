import anyTest, { type TestFn } from "ava";
import * as Y from "yjs";
import type { FieldDefinition } from "../../../contracts/content-schema.js";
import type { Kiln } from "../../../start.js";
import { makeArticles, type Site } from "../../helpers/make-site.js";
import { startKiln } from "../../helpers/start-kiln.js";
import { saidBy } from "../../helpers/said-by.js";

const test = anyTest as TestFn<Site & { kiln: Kiln }>;

const FIELDS: FieldDefinition[] = [
  { name: "title", title: "Title", type: "string", required: true, localized: true },
  { name: "body", title: "Body", type: "text" },
  { name: "text", title: "Text", type: "portableText" },
  { name: "picture", title: "Picture", type: "media", localized: true },
  { name: "tags", title: "Tags", type: "array", of: { type: "string" } },
];

test.before(async (t) => {
  const kiln = await startKiln();
  t.context = { kiln, ...(await makeArticles(kiln, FIELDS)) };
});
test.after.always((t) => t.context.kiln.stop());

/** Returns the fields that a Yjs client reads from the state of an answer. */
function opened(body: { draftState: string }): Record<string, unknown> {
  const doc = new Y.Doc();
  Y.applyUpdate(doc, Buffer.from(body.draftState, "base64"));
  return saidBy(doc);
}

test("fields that are left out are cleared; the answer has version, status and all that GET has (rules/content 12 and 40)", async (t) => {
  const { documents } = t.context;
  const id = await documents.make({ title: "One", body: "x", tags: ["a"] });
  const { status, body } = await documents.put(id, { title: "One", tags: ["a", "b"] });
  t.is(status, 200);
  const { version, status: state, ...rest } = body;
  t.is(version, 2);
  t.is(state, "draft");
  t.deepEqual(body.document.draft, { title: { en: "One" }, tags: ["a", "b"] });
  const got = (await documents.get(id)).body;
  t.deepEqual(
    { ...got, document: { ...got.document, coverage: undefined } },
    {
      ...rest,
      document: { ...rest.document, coverage: undefined },
    },
  );
  t.deepEqual(Object.keys(rest).toSorted(), [
    "defaultLocale",
    "document",
    "draftState",
    "epoch",
    "issues",
    "schema",
    "stateVector",
    "valid",
  ]);
  t.is(rest.schema.titleField, "title");
});

test("the state says what the draft says, before and after a save; epoch 1 (rules/content 40)", async (t) => {
  const { documents } = t.context;
  const id = await documents.make({ title: "One", body: "x" });
  const first = (await documents.get(id)).body;
  t.is(first.epoch, 1);
  t.deepEqual(opened(first), { title: { en: "One" }, body: "x" });
  t.is((await documents.get(id)).body.draftState, first.draftState, "reading changes nothing");
  const saved = (await documents.put(id, { title: "One", body: "xy", tags: ["a"] })).body;
  t.is(saved.epoch, 1);
  t.deepEqual(opened(saved), saved.document.draft);
  t.not(saved.stateVector, first.stateVector);
});

test("a bare value of a localized field clears the other locales; a map replaces all of them; media is bare (rules/content 19)", async (t) => {
  const { documents } = t.context;
  const id = await documents.make({ title: { en: "One", de: "Eins" } });
  const draft = async (fields: object) => (await documents.put(id, fields)).body.document.draft;
  t.deepEqual(await draft({ title: "Two" }), { title: { en: "Two" } });
  t.deepEqual(await draft({ title: { en: "Two", de: "Zwei" } }), { title: { en: "Two", de: "Zwei" } });
  t.deepEqual(await draft({ title: { de: "Zwei" } }), { title: { de: "Zwei" } });
  t.deepEqual(await draft({ title: "x", picture: { storageId: "y" } }), {
    title: { en: "x" },
    picture: { en: { storageId: "y" } },
  });
});

test("a PUT that changes nothing is no save: no version, no revision, no `changed`, whatever the order of keys (rules/content 15)", async (t) => {
  const { documents } = t.context;
  const draft = {
    title: { en: "One" },
    body: "x",
    text: [{ _type: "block", children: [{ _type: "span", text: "x", marks: [] }] }],
    tags: ["a"],
  };
  const id = await documents.makePublished(draft);
  const before = (await documents.get(id)).body.document;
  for (const same of [
    { ...draft, title: "One" },
    { tags: ["a"], text: draft.text, body: "x", title: { en: "One" } },
    before.draft,
  ]) {
    const { body } = await documents.put(id, same);
    t.is(body.version, 1);
    t.is(body.status, "published");
    t.deepEqual(body.document.draft, before.draft);
  }
  const { coverage: _coverage, ...after } = (await documents.get(id)).body.document;
  const { coverage: _before, ...first } = before;
  t.deepEqual(after, first);
  t.is((await documents.revisions(id)).body.total, 2);
});

test("unknown fields and unknown locales are saved with an issue that names them (rules/content 20)", async (t) => {
  const { documents } = t.context;
  const id = await documents.make({ title: "One" });
  const { body } = await documents.put(id, { title: { en: "One", xx: "?" }, nothing: { a: [1] } });
  t.is(body.version, 2);
  t.false(body.valid);
  t.deepEqual(body.document.draft, { title: { en: "One", xx: "?" }, nothing: { a: [1] } });
  t.like(body.issues, {
    0: { path: "title", locale: "xx", code: "unknown_locale" },
    1: { path: "nothing", code: "unknown_field" },
  });
});

test("an empty string, empty list or blank text in a required field is an issue; saving it is not refused (rules/content 50)", async (t) => {
  const { documents } = t.context;
  const id = await documents.make({ title: "One" });
  for (const title of ["", null, {}, { en: "" }, { de: "Eins" }]) {
    const { status, body } = await documents.put(id, { title });
    t.is(status, 200);
    t.false(body.valid, JSON.stringify(title));
    t.like(body.issues[0], { path: "title", code: "required", locale: "en" });
  }
});

test("draft has to be there and an object", async (t) => {
  const { ann, documents } = t.context;
  const id = await documents.make({ title: "One" });
  for (const body of [{}, { draft: null }, { draft: [] }, { draft: "x" }, { draft: 1 }]) {
    const { status, body: answer } = await ann.api.put(`/v1/content/documents/${id}`, body);
    t.is(status, 400);
    t.regex(answer.error.message, /draft/);
  }
  t.is((await documents.get(id)).body.document.draftVersion, 1);
});

test("writers at the same time lose no save: versions without gaps, the last one stands (rules/content 25)", async (t) => {
  const { documents } = t.context;
  const id = await documents.make({ title: "One" });
  const answers = await Promise.all(
    Array.from({ length: 12 }, (_, index) => documents.put(id, { title: "One", body: `${index}` })),
  );
  const versions = answers.map(({ body }) => body.version as number);
  t.deepEqual(
    versions.toSorted((a, b) => a - b),
    Array.from({ length: 12 }, (_, index) => index + 2),
  );
  const last = answers.find(({ body }) => body.version === 13);
  const { document } = (await documents.get(id)).body;
  t.is(document.draftVersion, 13);
  t.deepEqual(document.draft, last?.body.document.draft);
});

test("readers who open a document at the same time get one state (rules/content 11)", async (t) => {
  const { documents } = t.context;
  const id = await documents.make({ title: "One" });
  const states = await Promise.all(Array.from({ length: 8 }, () => documents.get(id)));
  t.is(new Set(states.map(({ body }) => body.draftState)).size, 1);
});
