import anyTest, { type ExecutionContext, type TestFn } from "ava";
import type * as Y from "yjs";
import type { FieldDefinition } from "../../../contracts/content-schema.js";
import type { Kiln } from "../../../start.js";
import { callTool, connectAgent } from "../../helpers/agent-client.js";
import { Documents } from "../../helpers/content.js";
import { LiveEditor } from "../../helpers/live-editor.js";
import { makeArticles, type Site } from "../../helpers/make-site.js";
import { makeProject } from "../../helpers/make-project.js";
import { field, postType } from "../../helpers/post-type.js";
import { startKiln } from "../../helpers/start-kiln.js";

const test = anyTest as TestFn<Site & { kiln: Kiln }>;

const FIELDS: FieldDefinition[] = [
  { name: "title", title: "Title", type: "string" },
  { name: "body", title: "Body", type: "text" },
  { name: "intro", title: "Intro", type: "text", localized: true },
  { name: "tags", title: "Tags", type: "array", of: { type: "string" } },
  {
    name: "seo",
    title: "SEO",
    type: "object",
    fields: [
      { name: "summary", title: "Summary", type: "text" },
      { name: "rank", title: "Rank", type: "number" },
    ],
  },
];

test.before(async (t) => {
  const kiln = await startKiln();
  t.context = { kiln, ...(await makeArticles(kiln, FIELDS)) };
});
test.after.always((t) => t.context.kiln.stop());

test("two editors who write the first words of one field keep them both, beside a PUT (rules/content 11)", async (t) => {
  const { ann, documents } = t.context;
  const id = await documents.make({ title: "One" });
  const [one, two] = [await LiveEditor.open(ann.api, id), await LiveEditor.open(ann.api, id)];
  one.text("body").insert(0, "one");
  two.text("body").insert(0, "two");
  ((one.fields.get("seo") as Y.Map<unknown>).get("summary") as Y.Text).insert(0, "one");
  t.is((await documents.put(id, { title: "One", seo: { rank: 1 } })).status, 200);
  for (const editor of [one, two, one]) t.is((await editor.send()).status, 200);
  const { draft } = (await documents.get(id)).body.document;
  t.deepEqual(draft.body.match(/one|two/g).toSorted(), ["one", "two"]);
  t.deepEqual(draft.seo, { summary: "one", rank: 1 });
  t.deepEqual(one.json, two.json);
});

test("types and locales that grow give their entries to who opens and to who syncs, and undo nothing (rules/content 11)", async (t) => {
  const { ann } = t.context;
  const projectId = await makeProject(ann);
  const type = await postType(ann.api, projectId, "article", FIELDS);
  const documents = new Documents(ann, projectId);
  const id = await documents.make({ body: "old" });
  const before = await LiveEditor.open(ann.api, id);
  before.text("body").insert(3, " and new");
  const fields = [...FIELDS, { name: "outro", title: "Outro", type: "text" }];
  const grown = await ann.api.put(`/v1/content/types/${type.id}`, { baseVersion: 1, fields });
  t.is(grown.status, 200);
  await ann.api.put(`/v1/projects/${projectId}/content/settings`, {
    locales: [{ code: "en" }, { code: "de" }],
  });
  const opened = await documents.get(id);
  t.is(opened.body.document.draftVersion, 1, "entries are no save");
  t.deepEqual(opened.body.document.draft, { body: "old" });
  const after = await LiveEditor.open(ann.api, id);
  t.is((await before.send()).status, 200);
  before.text("outro").insert(0, "one");
  after.text("outro").insert(0, "two");
  for (const [editor, word] of [
    [before, "one"],
    [after, "two"],
  ] as const)
    ((editor.fields.get("intro") as Y.Map<unknown>).get("de") as Y.Text).insert(0, word);
  for (const editor of [before, after, before]) t.is((await editor.send()).status, 200);
  const { draft } = (await documents.get(id)).body.document;
  t.is(draft.body, "old and new");
  t.deepEqual(draft.outro.match(/one|two/g).toSorted(), ["one", "two"]);
  t.deepEqual(draft.intro.de.match(/one|two/g).toSorted(), ["one", "two"]);
});

test("what is empty is absent in drafts, lists and revisions, and a PUT of it is no save (rules/content 11)", async (t) => {
  const { documents } = t.context;
  const id = await documents.make({
    title: "One",
    body: "",
    tags: [],
    seo: { summary: "" },
    intro: { en: "" },
  });
  t.deepEqual((await documents.get(id)).body.document.draft, { title: "One" });
  const same = await documents.put(id, { title: "One", body: "", tags: null, seo: {}, intro: {} });
  t.is(same.body.version, 1);
  t.deepEqual(same.body.document.draft, { title: "One" });
  const { revisions } = (await documents.revisions(id)).body;
  t.is(revisions.length, 1);
});

test("PUT and PATCH save only onto baseVersion, or the version in If-Match (rules/content 14)", async (t) => {
  const { ann, documents } = t.context;
  const id = await documents.make({ title: "One", body: "x" });
  const path = `/v1/content/documents/${id}`;
  const saved = await ann.api.put(path, { draft: { title: "Two", body: "x" }, baseVersion: 1 });
  t.is(saved.body.version, 2);
  for (const send of [
    () => ann.api.put(path, { draft: { title: "late" }, baseVersion: 1 }),
    () => ann.api.patch(path, { draft: { title: "late" }, baseVersion: 1 }),
    () => ann.api.put(path, { draft: { title: "late" } }, { headers: { "if-match": '"1"' } }),
    () => ann.api.send("PATCH", path, { body: { draft: { title: "late" } }, headers: { "if-match": "1" } }),
  ]) {
    const { status, body } = await send();
    t.is(status, 409);
    t.is(body.error.code, "conflict");
  }
  const { body: now } = await documents.get(id);
  t.like(now.document, { draftVersion: 2, draft: { title: "Two", body: "x" } });
  const matched = { draft: { title: "Three" } };
  const answer = await ann.api.send("PATCH", path, { body: matched, headers: { "if-match": '"2"' } });
  t.is(answer.status, 200);
  t.is(answer.body.version, 3);
  t.deepEqual(answer.body.document.draft, { title: "Three", body: "x" });
  t.deepEqual(Object.keys(answer.body).toSorted(), Object.keys(saved.body).toSorted());
  t.is((await ann.api.put(path, matched, { headers: { "if-match": "*" } })).status, 200);
  t.is((await ann.api.put(path, matched, { headers: { "if-match": "soon" } })).status, 400);
  const twice = await ann.api.put(path, { ...matched, baseVersion: 3 }, { headers: { "if-match": "4" } });
  t.is(twice.status, 400);
});

test("PATCH merges as an agent's partial update does; null clears, other locales stay (rules/content 13)", async (t) => {
  const { ann, documents } = t.context;
  const id = await documents.make({ title: "One", body: "x", seo: { summary: "s", rank: 1 } });
  const path = `/v1/content/documents/${id}`;
  const patched = await ann.api.patch(path, { draft: { body: null, seo: { rank: 2 }, intro: "Hello" } });
  t.is(patched.status, 200);
  t.deepEqual(patched.body.document.draft, {
    title: "One",
    seo: { summary: "s", rank: 2 },
    intro: { en: "Hello" },
  });
  t.is((await ann.api.patch(path, { draft: {} })).body.version, 2, "nothing changes");
});

test("a value of a removed field stays, is named orphaned_value, keeps nothing from being published (rules/content 21)", async (t) => {
  const { ann } = t.context;
  const projectId = await makeProject(ann);
  const type = await postType(ann.api, projectId, "article", [
    field("title"),
    field("old", { type: "text" }),
    field("seo", { type: "object", fields: [field("a"), field("b")] }),
  ]);
  const documents = new Documents(ann, projectId);
  const draft = { title: "One", old: "kept", seo: { a: "1", b: "2" } };
  const id = await documents.make(draft);
  const fields = [field("title"), field("seo", { type: "object", fields: [field("a")] })];
  await ann.api.put(`/v1/content/types/${type.id}`, { baseVersion: 1, fields });
  const named = (body: { issues: { path: string; code: string }[] }) =>
    body.issues.map(({ path, code }) => `${path} ${code}`);
  const got = (await documents.get(id)).body;
  t.deepEqual(named(got), ["seo.b orphaned_value", "old orphaned_value"]);
  t.true(got.valid);
  const saved = (await documents.put(id, { ...draft, title: "Two" })).body;
  t.true(saved.valid);
  t.deepEqual(named(saved), ["seo.b orphaned_value", "old orphaned_value"]);
  t.deepEqual(saved.document.draft, { ...draft, title: "Two" });
  const mistyped = (await documents.put(id, { ...draft, titel: "x" })).body;
  t.false(mistyped.valid);
  t.deepEqual(named(mistyped)[0], "titel unknown_field");
  const { version } = (await documents.put(id, draft)).body;
  t.is((await documents.publish(id, version)).status, 200);
});

test("a key, a session and an agent of one person each make a revision of their own (rules/content 34)", async (t) => {
  const { ann, documents, kiln } = t.context;
  const id = await documents.make({ title: "1" });
  const path = `/v1/content/documents/${id}`;
  await ann.session.patch(path, { draft: { title: "2" } });
  const agent = await connectAgent(kiln.url, ann.key);
  await callTool(agent, "update_content_document", { documentId: id, draft: { title: "3" } });
  await agent.close();
  await ann.api.patch(path, { draft: { title: "4" } });
  await ann.api.patch(path, { draft: { title: "5" } });
  const { revisions } = (await documents.revisions(id)).body;
  t.deepEqual(
    revisions.map(({ actor }: { actor: { kind: string } }) => actor.kind),
    ["key", "agent", "person", "key"],
  );
  const agents = await documents.revision(id, revisions[1].id);
  t.deepEqual(agents.body.revision.payload, { title: "3" });
});

/** Makes a type and a document of it in a project with two languages, with the editors of two people. */
async function openTwice(t: ExecutionContext<Site>, fields: object[], draft: object) {
  const { ann } = t.context;
  const projectId = await makeProject(ann);
  await ann.api.put(`/v1/projects/${projectId}/content/settings`, {
    locales: [{ code: "de" }, { code: "en" }],
    defaultLocale: "en",
  });
  const type = await postType(ann.api, projectId, "article", fields);
  const documents = new Documents(ann, projectId);
  const id = await documents.make(draft);
  const editors = [await LiveEditor.open(ann.api, id), await LiveEditor.open(ann.api, id)] as const;
  const change = async (changed: object[]) => {
    const answer = await ann.api.put(`/v1/content/types/${type.id}`, { baseVersion: 1, fields: changed });
    t.is(answer.status, 200);
  };
  const draftNow = async () => (await documents.get(id)).body.document.draft as Record<string, unknown>;
  return { ann, documents, id, editors, change, draftNow };
}

test("words that somebody types while their field becomes localized stay, whoever saves first (rules/content 65)", async (t) => {
  for (const saveFirst of ["another editor", "PATCH", "the editor"] as const) {
    const { ann, id, editors, change, draftNow } = await openTwice(
      t,
      [field("title"), field("body", { type: "text" }), field("name")],
      { title: "x", body: "Hello", name: "Name" },
    );
    const [one, two] = editors;
    two.text("body").insert(5, " from two");
    two.fields.set("name", "Two's name");
    await change([
      field("title"),
      field("body", { type: "text", localized: true }),
      field("name", { localized: true }),
    ]);
    if (saveFirst === "PATCH") {
      const draft = { title: "y", name: { de: "Hallo" } };
      t.is((await ann.api.patch(`/v1/content/documents/${id}`, { draft })).status, 200);
    } else if (saveFirst === "another editor") {
      one.fields.set("title", "y");
      await one.sync();
    }
    const refused = await two.send();
    t.is(refused.status, 409);
    t.regex(refused.body.error.message, /epoch 2/);
    await two.sync();
    t.is(two.epoch, 2);
    t.deepEqual(await draftNow(), {
      title: saveFirst === "the editor" ? "x" : "y",
      body: { en: "Hello from two" },
      name: { en: "Two's name", ...(saveFirst === "PATCH" && { de: "Hallo" }) },
    });
    t.deepEqual(two.json, await draftNow());
  }
});

test("a string that becomes a text takes the words of two who write at once (rules/content 65)", async (t) => {
  const { editors, change, draftNow } = await openTwice(t, [field("body")], { body: "Hello" });
  await change([field("body", { type: "text" })]);
  for (const editor of editors) await editor.sync();
  for (const [index, editor] of editors.entries()) editor.text("body").insert(5, ` ${index}`);
  for (const editor of editors) t.is((await editor.send()).status, 200);
  t.regex(String((await draftNow())["body"]), /^Hello( 0 1| 1 0)$/);
});

test("a save that gives a text another kind is a conflict for who types in it, and a bare value keeps the other languages (rules/content 19 and 65)", async (t) => {
  const { ann, id, editors, draftNow } = await openTwice(
    t,
    [field("body", { type: "text", localized: true }), field("name", { localized: true })],
    { body: { en: "Hello" }, name: { en: "Name", de: "Der Name" } },
  );
  const [one, two] = editors;
  one.fields.set("name", "One");
  t.is((await one.send()).status, 200);
  t.deepEqual((await draftNow())["name"], { en: "One", de: "Der Name" });
  ((two.fields.get("body") as Y.Map<unknown>).get("en") as Y.Text).insert(5, "!");
  t.is((await ann.api.put(`/v1/content/documents/${id}`, { draft: { body: { en: 7 } } })).status, 200);
  t.is((await two.send()).status, 409);
  await two.sync();
  t.deepEqual(((await draftNow())["body"] as { en: unknown }).en, "Hello!");
});
