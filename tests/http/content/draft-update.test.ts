import anyTest, { type ExecutionContext, type TestFn } from "ava";
import * as Y from "yjs";
import type { FieldDefinition } from "../../../contracts/content-schema.js";
import type { Kiln } from "../../../start.js";
import { type Answer, Client, type Person, signUp } from "../../helpers/client.js";
import { fromBase64, LiveEditor, toBase64 } from "../../helpers/live-editor.js";
import { joinProject } from "../../helpers/make-project.js";
import { makeArticles, type Site } from "../../helpers/make-site.js";
import { startKiln } from "../../helpers/start-kiln.js";
import { saidBy } from "../../helpers/said-by.js";

const FIELDS: FieldDefinition[] = [
  { name: "title", title: "Title", type: "string", required: true, maxLength: 40 },
  { name: "body", title: "Body", type: "text" },
  { name: "count", title: "Count", type: "number" },
  { name: "name", title: "Name", type: "string", localized: true },
  { name: "story", title: "Story", type: "portableText" },
];

interface Context extends Site {
  kiln: Kiln;
}
// The tests follow each other: one of them keeps the server busy for as long as the others may wait on a slow machine.
const { serial: test, before, after } = anyTest as TestFn<Context>;

before(async (t) => {
  const kiln = await startKiln();
  t.context = { kiln, ...(await makeArticles(kiln, FIELDS)) };
});
after.always((t) => t.context.kiln.stop());

/** Makes a document, and an editor that has it open. */
async function open(t: ExecutionContext<Context>, draft: object = { title: "One", body: "Hello" }) {
  const { documents, ann } = t.context;
  const id = await documents.make(draft);
  return { id, editor: await LiveEditor.open(ann.api, id) };
}

const send = (t: ExecutionContext<Context>, id: string, body: object, api = t.context.ann.api) =>
  api.post(`/v1/content/documents/${id}/draft-update`, body);

const isRefused = (t: ExecutionContext<Context>, answer: Answer, message: RegExp) => {
  t.is(answer.status, 400);
  t.is(answer.body.error.code, "invalid_params");
  t.regex(answer.body.error.message, message);
};

test("an editor's update is merged, and answered with version, validity and what the editor lacks (rules/content 10 and 11)", async (t) => {
  const { id, editor } = await open(t);
  t.is(editor.epoch, 1);
  editor.fields.set("count", 3);
  editor.text("body").insert(5, ", 🦊");
  const { status, body } = await editor.send();
  t.is(status, 200);
  t.deepEqual(Object.keys(body).toSorted(), ["issues", "stateVector", "update", "valid", "version"]);
  t.like(body, { version: 2, valid: true, issues: [] });
  const { body: read } = await t.context.documents.get(id);
  t.deepEqual(read.document.draft, { title: "One", body: "Hello, 🦊", count: 3 });
  t.is(read.document.draftVersion, 2);
  t.is(read.stateVector, body.stateVector);
});

test("reapplying an update is a no-op: no new version, no `changed` (rules/content 17)", async (t) => {
  const { id, editor } = await open(t);
  editor.fields.set("title", "Two");
  const update = editor.pending();
  t.is((await editor.send()).body.version, 2);
  t.is((await t.context.documents.publish(id, 2)).status, 200);
  for (const again of [update, Y.encodeStateAsUpdate(editor.doc), Uint8Array.of(0, 0)]) {
    const { status, body } = await editor.send(again);
    t.is(status, 200);
    t.like(body, { version: 2, valid: true });
  }
  t.like((await t.context.documents.get(id)).body.document, { status: "published", draftVersion: 2 });
});

test("two editors and a full replace merge: nobody undoes what another one did elsewhere (rules/content 12)", async (t) => {
  const { id, editor: one } = await open(t);
  const two = await LiveEditor.open(t.context.ann.api, id);
  one.text("body").insert(0, ">> ");
  two.text("body").insert(5, "!");
  two.fields.set("count", 1);
  await two.sync();
  t.is((await t.context.documents.put(id, { title: "Replaced", body: "Hello!", count: 1 })).status, 200);
  await one.sync();
  await two.sync();
  const expected = { title: "Replaced", body: ">> Hello!", count: 1 };
  t.deepEqual((await t.context.documents.get(id)).body.document.draft, expected);
  t.deepEqual(one.json, expected);
  t.deepEqual(two.json, expected);
});

test("a poll gets what others did and makes no version (rules/content 15)", async (t) => {
  const { id, editor } = await open(t);
  await t.context.documents.put(id, { title: "Two", body: "Hello" });
  const { body } = await editor.send(Uint8Array.of(0, 0));
  t.is(body.version, 2);
  t.is(editor.json.title, "Two");
});

test("an editor's draft that is not valid is saved too, and says why; other kinds of values too (rules/content 10)", async (t) => {
  const { id, editor } = await open(t);
  editor.fields.delete("title");
  editor.fields.set("count", new Y.Text("many"));
  editor.fields.set("body", new Y.XmlElement("p"));
  editor.fields.set("unknown", new Uint8Array(3));
  const { status, body } = await editor.send();
  t.is(status, 200);
  t.like(body, { version: 2, valid: false });
  t.deepEqual(body.issues.map(({ path }: { path: string }) => path).toSorted(), [
    "body",
    "count",
    "title",
    "unknown",
  ]);
  t.is((await t.context.documents.publish(id, 2)).status, 400);
  t.is((await t.context.documents.put(id, { title: "Good" })).body.valid, true);
});

test("a published document that an editor changes is `changed` (rules/content 30)", async (t) => {
  const id = await t.context.documents.makePublished({ title: "One", body: "Hello" });
  const editor = await LiveEditor.open(t.context.ann.api, id);
  editor.text("body").insert(0, "x");
  await editor.sync();
  const { document } = (await t.context.documents.get(id)).body;
  t.like(document, { status: "changed", draftVersion: 2, published: { body: "Hello" } });
});

test("bare values of localized fields and missing keys are settled for all (rules/content 19 and 48)", async (t) => {
  const { editor } = await open(t);
  editor.fields.set("name", "Bare");
  const child = new Y.Map<unknown>([["text", new Y.Text("x")]]);
  editor.fields.set(
    "story",
    Y.Array.from([
      new Y.Map<unknown>([
        ["_type", "block"],
        ["children", Y.Array.from([child])],
      ]),
    ]),
  );
  await editor.sync();
  t.deepEqual(editor.json.name, { en: "Bare" });
  const [block] = editor.json.story as { _key: string; children: { _key: string }[] }[];
  t.regex(block?._key ?? "", /./);
  t.regex(block?.children[0]?._key ?? "", /./);
});

test("another epoch is a conflict that names the current one, also after a restore (rules/content 16)", async (t) => {
  const { id, editor } = await open(t);
  editor.fields.set("title", "Two");
  await editor.sync();
  await t.context.documents.publish(id, 2);
  const [revision] = (await t.context.documents.revisions(id)).body.revisions;
  for (const epoch of [0, 2, 9, -1]) {
    const { status, body } = await send(t, id, { epoch, update: "AAA=", stateVector: "AA==" });
    t.is(status, 409);
    t.is(body.error.code, "conflict");
    t.regex(body.error.message, /epoch 1\b/);
  }
  t.is((await t.context.documents.restore(id, revision.id)).body.epoch, 2);
  editor.fields.set("count", 5);
  const stale = await editor.send();
  t.is(stale.status, 409);
  t.regex(stale.body.error.message, /epoch 2\b/);
  t.is((await t.context.documents.get(id)).body.document.draft.count, undefined);
});

test("after a restore an editor makes its pending edits again on the new epoch, and loses none (rules/content 16 and 23)", async (t) => {
  const { id, editor } = await open(t, { title: "One", body: "The fox jumps" });
  await t.context.documents.put(id, { title: "Two", body: "The red fox jumps" });
  await editor.sync();
  const { revisions } = (await t.context.documents.revisions(id)).body;
  await t.context.documents.publish(id, 2);
  const published = (await t.context.documents.revisions(id)).body.revisions[0];
  await t.context.documents.put(id, { title: "Three", body: "The red fox" });
  await editor.sync();
  t.true(revisions.length > 0);
  // These edits are not sent yet.
  editor.text("body").insert(0, "🦊 ");
  editor.fields.set("count", 7);
  await t.context.documents.restore(id, published.id);
  await editor.sync();
  const { draft } = (await t.context.documents.get(id)).body.document;
  t.deepEqual(draft, { title: "Two", body: "🦊 The red fox jumps", count: 7 });
  t.deepEqual(editor.json, draft);
  t.is(editor.epoch, 2);
});

test("what is not valid Yjs, over 1 MB or no base64 is invalid and changes nothing (rules/content 17)", async (t) => {
  const { id, editor } = await open(t);
  editor.fields.set("title", "Two");
  const good = { epoch: 1, update: toBase64(editor.pending()), stateVector: "AA==" };
  const bytes = editor.pending();
  for (let length = 0; length < bytes.length; length += 7)
    isRefused(t, await send(t, id, { ...good, update: toBase64(bytes.slice(0, length)) }), /^update /);
  const [large, random] = [new Uint8Array(1024 * 1024 + 1), Uint8Array.of(255, 1, 2, 3)];
  isRefused(t, await send(t, id, { ...good, update: toBase64(large) }), /^update .*1048576/);
  isRefused(t, await send(t, id, { ...good, update: toBase64(random) }), /^update /);
  for (const update of ["%%%%", "AAA", 5, null, undefined, ["AAA="]])
    isRefused(t, await send(t, id, { ...good, update }), /^update /);
  for (const stateVector of ["", "AQ==", "%%%%", 5, undefined])
    isRefused(t, await send(t, id, { ...good, stateVector }), /^stateVector /);
  for (const epoch of ["1", 1.5, null, undefined])
    isRefused(t, await send(t, id, { ...good, epoch }), /^epoch /);
  // Values are checked before the state (rules/edge 11).
  isRefused(t, await send(t, id, { ...good, epoch: 7, update: toBase64(random) }), /^update /);
  const { body } = await t.context.documents.get(id);
  t.like(body, { epoch: 1, document: { draftVersion: 1, draft: { title: "One", body: "Hello" } } });
  t.is((await send(t, id, good)).body.version, 2);
});

test("a field that is missing is required, one of another kind says what it has to be (rules/edge 22)", async (t) => {
  const { id, editor } = await open(t);
  editor.fields.set("title", "Two");
  const good = { epoch: 1, update: toBase64(editor.pending()), stateVector: "AA==" };
  const cases: [object, string][] = [
    [{ ...good, update: undefined }, "update is required."],
    [{ ...good, stateVector: undefined }, "stateVector is required."],
    [{ ...good, epoch: undefined }, "epoch is required."],
    [{}, "epoch is required; update is required; stateVector is required."],
    [{ ...good, update: "%%%%" }, "update must be base64."],
    [{ ...good, update: 5 }, "update must be base64."],
    [{ ...good, update: null }, "update must be base64."],
    [{ ...good, epoch: "1" }, "epoch must be the epoch that came with the draft's state."],
  ];
  for (const [body, message] of cases) {
    const answer = await t.context.ann.api.post(`/v1/content/documents/${id}/draft-update`, body);
    t.is(answer.status, 400);
    t.deepEqual(answer.body.error, { code: "invalid_params", message });
  }
});

test("an update of just under 1 MB is merged (rules/content 17)", async (t) => {
  const { id, editor } = await open(t);
  editor.text("body").insert(5, "y".repeat(1_000_000));
  t.is((await editor.send()).status, 200);
  t.is((await t.context.documents.get(id)).body.document.draft.body.length, 1_000_005);
});

test("an update with a causal gap is buffered until what it builds on arrives (rules/content 18)", async (t) => {
  const { id, editor } = await open(t);
  const updates: Uint8Array[] = [];
  editor.doc.on("update", (update: Uint8Array) => updates.push(update));
  editor.fields.set("title", "Two");
  editor.fields.set("title", "Three");
  editor.fields.set("count", 1);
  const [first, ...later] = updates.map(toBase64);
  for (const update of later.toReversed()) {
    const { status, body } = await send(t, id, { epoch: 1, update, stateVector: "AA==" });
    t.is(status, 200);
    t.is(body.version, 1);
    t.false(Y.decodeStateVector(fromBase64(body.stateVector)).has(editor.doc.clientID));
  }
  t.is((await t.context.documents.get(id)).body.document.draft.title, "One");
  const { body } = await send(t, id, { epoch: 1, update: first, stateVector: "AA==" });
  t.is(body.version, 2);
  t.is(Y.decodeStateVector(fromBase64(body.stateVector)).get(editor.doc.clientID), 3);
  t.like((await t.context.documents.get(id)).body.document.draft, { title: "Three", count: 1 });
});

test("a document that nobody opened has epoch 1 (rules/content 16)", async (t) => {
  const id = await t.context.documents.make({ title: "One" });
  const doc = new Y.Doc();
  doc.getMap("fields").set("count", 2);
  const update = toBase64(Y.encodeStateAsUpdate(doc));
  const { status, body } = await send(t, id, { epoch: 1, update, stateVector: "AA==" });
  t.is(status, 200);
  Y.applyUpdate(doc, fromBase64(body.update));
  t.deepEqual(saidBy(doc), { title: "One", count: 2 });
});

test("saves of an editor coalesce into one revision with the others of that person, and carry their name (rules/content 34)", async (t) => {
  const { id, editor } = await open(t);
  for (const title of ["Two", "Three"]) {
    editor.fields.set("title", title);
    await editor.sync();
  }
  const bob = await signUp(t.context.kiln.url);
  await joinProject(t.context.ann, t.context.projectId, bob);
  const other = await LiveEditor.open(bob.api, id);
  other.fields.set("title", "Four");
  await other.sync();
  const { revisions } = (await t.context.documents.revisions(id)).body;
  t.deepEqual(
    revisions.map(({ kind, version, createdBy }: { kind: string; version: number; createdBy: Person }) => [
      kind,
      version,
      createdBy.id,
    ]),
    [
      ["draft", 4, bob.id],
      ["draft", 3, t.context.ann.id],
    ],
  );
});

test("members of the project edit, outsiders see nothing, and reading keys may not (rules/content 39; rules/identity 28)", async (t) => {
  const { kiln, ann } = t.context;
  const { id } = await open(t);
  const body = { epoch: 1, update: "AAA=", stateVector: "AA==" };
  const outsider = await signUp(kiln.url);
  const anonymous = new Client(kiln.url);
  t.is((await send(t, id, body, outsider.api)).status, 404);
  t.is((await send(t, id, { ...body, update: "AQ==" }, outsider.api)).status, 404);
  t.is((await send(t, id, body, anonymous)).status, 401);
  const key = await ann.session.post("/v1/api-keys", { name: "reads", scopes: ["content:read"] });
  const reader = anonymous.with({ authorization: `Bearer ${key.body.secret}` });
  const refused = await send(t, id, body, reader);
  t.is(refused.status, 403);
  t.regex(refused.body.error.message, /content:rw/);
  t.is((await send(t, "0190a0a0-0000-7000-8000-000000000001", body)).status, 404);
  await t.context.documents.delete(id);
  t.is((await send(t, id, body)).status, 404);
});

test("typing in a block survives a PUT, a PATCH and an agent's list that move it at the same time (rules/content 23)", async (t) => {
  const { ann, documents } = t.context;
  const block = (key: string, text: string) => ({
    _type: "block",
    _key: key,
    children: [{ _type: "span", _key: "s", text }],
  });
  const [a, b, c] = [block("a", "one"), block("b", "two"), block("c", "three")];
  const { id, editor } = await open(t, { title: "One", story: [a, b, c] });
  const other = await LiveEditor.open(ann.api, id);
  const texts = (from: LiveEditor) =>
    (from.fields.get("story") as Y.Array<Y.Map<Y.Array<Y.Map<Y.Text>>>>)
      .toArray()
      .map((each) => each.get("children")?.get(0).get("text") as Y.Text);
  texts(editor)[0]?.insert(3, " and more");
  texts(other)[2]?.insert(0, "also ");
  t.is((await documents.put(id, { title: "One", story: [c, b, a] })).status, 200);
  t.is((await ann.api.patch(`/v1/content/documents/${id}`, { draft: { story: [b, c, a] } })).status, 200);
  await editor.sync();
  await other.sync();
  const said = async () =>
    ((await documents.get(id)).body.document.draft.story as (typeof a)[]).map(
      ({ children }) => children[0]?.text,
    );
  t.deepEqual(await said(), ["two", "also three", "one and more"]);
  // Nothing is there twice, and an editor who goes on typing does so where the block is now.
  await editor.sync();
  texts(editor)[2]?.insert(0, "! ");
  await editor.sync();
  await other.sync();
  t.deepEqual(await said(), ["two", "also three", "! one and more"]);
  for (const each of [editor, other]) t.deepEqual(each.json, (await documents.get(id)).body.document.draft);
});

test("a number that JSON cannot carry exactly is refused by name, and the draft stays as it was (rules/edge 23)", async (t) => {
  const { ann, kiln, documents } = t.context;
  const id = await documents.make({ title: "One", count: 3 });
  const before = (await ann.api.get(`/v1/content/documents/${id}`)).body;
  for (const number of ["1e400", "9007199254740993", "9007199254740993.0", "9007199254740993e0", "1e20"]) {
    const answer = await fetch(`${kiln.url}/v1/content/documents/${id}`, {
      method: "PUT",
      headers: { authorization: `Bearer ${ann.key}`, "content-type": "application/json" },
      body: `{"draft":{"title":"One","count":${number}}}`,
    });
    const { error } = (await answer.json()) as { error: { code: string; message: string } };
    t.is(answer.status, 400);
    t.is(error.code, "invalid_params");
    t.true(error.message.includes(number), error.message);
  }
  t.deepEqual((await ann.api.get(`/v1/content/documents/${id}`)).body, before);
});

test("an editor's number that JSON cannot carry exactly is refused by name, and the draft stays as it was (rules/content 59)", async (t) => {
  const { id, editor } = await open(t, { title: "One", count: 3 });
  const { documents, ann } = t.context;
  for (const number of [Infinity, NaN, 2 ** 60]) {
    editor.fields.set("count", number);
    isRefused(t, await editor.send(), new RegExp(`^update has the number ${number}, which is not taken`));
    t.deepEqual((await documents.get(id)).body.document.draft, { title: "One", count: 3 });
  }
  editor.fields.set("count", 1e21);
  t.is((await editor.send()).status, 200);
  const { draft } = (await documents.get(id)).body.document;
  t.deepEqual(draft, { title: "One", count: 1e21 });
  // The draft is written back as it was read.
  t.is((await ann.api.put(`/v1/content/documents/${id}`, { draft })).status, 200);
});
