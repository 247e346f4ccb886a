import test from "ava";
import * as Y from "yjs";
import type { FieldDefinition } from "../../../contracts/content-schema.js";
import type { Kiln } from "../../../start.js";
import { type Person, signUp } from "../../helpers/client.js";
import { Documents, makeType } from "../../helpers/content.js";
import { LiveEditor } from "../../helpers/live-editor.js";
import { makeProject } from "../../helpers/make-project.js";
import { startKiln } from "../../helpers/start-kiln.js";
import { until } from "../../helpers/until.js";

const FIELDS: FieldDefinition[] = [
  { name: "title", title: "Title", type: "string" },
  { name: "body", title: "Body", type: "text" },
  { name: "count", title: "Count", type: "number" },
];
const LIGHT = 256 * 1024;

let kiln: Kiln;
let ann: Person;
let documents: Documents;
test.before(async () => {
  // The time is far longer than any test: the rows decide what is idle.
  kiln = await startKiln({ COMPACT_IDLE_SECONDS: "3600" });
  ann = await signUp(kiln.url);
  const projectId = await makeProject(ann);
  await makeType(kiln, projectId, FIELDS);
  documents = new Documents(ann, projectId);
});
test.after.always(() => kiln?.stop());

interface StateRow {
  epoch: number;
  stateBytes: number;
  editedAt: number | null;
  hasState: number;
}

const stateOf = async (id: string): Promise<StateRow | undefined> => {
  const [row] = await kiln.host.read.query<StateRow>(
    "SELECT epoch, stateBytes, editedAt, state IS NOT NULL AS hasState FROM content_draft_states WHERE id = ?",
    [id],
  );
  return row && { ...row, epoch: Number(row.epoch), stateBytes: Number(row.stateBytes) };
};

const taskOf = async (id: string) => {
  const [row] = await kiln.host.read.query<{ state: string; runAt: number }>(
    "SELECT state, runAt FROM tasks WHERE queue = 'content.compact' AND subject = ?",
    [id],
  );
  return row && { state: row.state, runAt: Number(row.runAt) };
};

/** Edits a lot: thousands of overwritten values, of which Yjs keeps traces. */
function overwrite(editor: LiveEditor, times: number): void {
  // Each trace has the id of the client: with a short number the state would be a tenth smaller.
  if (editor.doc.clientID < 2 ** 28) editor.doc.clientID += 2 ** 28;
  editor.doc.transact(() => {
    for (let index = 0; index < times; index++) editor.fields.set(index % 2 === 0 ? "title" : "count", index);
  });
}

/** Waits until the task has looked and waits for its next time. */
const waitingTask = (id: string) =>
  until(async () => {
    const task = await taskOf(id);
    return task && task.state === "ready" && task.runAt > Date.now() + 1_000_000 ? task : null;
  });

/** Changes the rows as if nobody had edited for two hours, and the time to look had come. */
async function letTimePass(id: string): Promise<void> {
  await kiln.host.transact(async (tx) => {
    await tx.run("UPDATE content_draft_states SET editedAt = editedAt - 7200000 WHERE id = ?", [id]);
    await tx.run("UPDATE tasks SET runAt = 0 WHERE queue = 'content.compact' AND subject = ?", [id]);
  });
}

async function openHeavy() {
  const id = await documents.make({ title: "One", body: "The fox" });
  const editor = await LiveEditor.open(ann.api, id);
  overwrite(editor, 30_000);
  await editor.sync();
  return { id, editor };
}

test.serial(
  "a heavy state is rebuilt when nobody edited for COMPACT_IDLE_SECONDS, not before (rules/content 54)",
  async (t) => {
    const { id } = await openHeavy();
    const heavy = await stateOf(id);
    t.true((heavy?.stateBytes ?? 0) > LIGHT);
    await waitingTask(id);
    t.like(await stateOf(id), { epoch: 1, stateBytes: heavy?.stateBytes });
    await letTimePass(id);
    const light = await until(async () => {
      const row = await stateOf(id);
      return row?.epoch === 2 ? row : null;
    });
    t.like(light, { stateBytes: 0, hasState: 0 });
    await until(async () => (await taskOf(id)) === undefined);
    const { body } = await documents.get(id);
    t.like(body, {
      epoch: 2,
      document: { draftVersion: 2, draft: { title: 29_998, count: 29_999, body: "The fox" } },
    });
    t.true(body.draftState.length < 2000);
  },
);

test.serial(
  "a client on the old epoch makes its pending edits again on the new state and loses none (rules/content 16 and 54)",
  async (t) => {
    const { id, editor } = await openHeavy();
    const other = await LiveEditor.open(ann.api, id);
    editor.text("body").insert(4, "red ");
    other.text("body").insert(7, " 🦊 jumps");
    other.fields.set("title", "Mine");
    await waitingTask(id);
    await letTimePass(id);
    await until(async () => (await stateOf(id))?.epoch === 2);
    const refused = await other.send();
    t.is(refused.status, 409);
    t.regex(refused.body.error.message, /epoch 2\b/);
    await editor.sync();
    await other.sync();
    await editor.sync();
    const { draft } = (await documents.get(id)).body.document;
    t.deepEqual(draft, { title: "Mine", count: 29_999, body: "The red fox 🦊 jumps" });
    t.deepEqual(editor.json, draft);
    t.deepEqual(other.json, draft);
  },
);

test.serial("a state that became light again is left as it is (rules/content 54)", async (t) => {
  const { id } = await openHeavy();
  await waitingTask(id);
  // The JSON is now so large that the state is not too large for it.
  const body = "A long text. ".repeat(20_000);
  await documents.put(id, { title: "One", body });
  await letTimePass(id);
  await until(async () => (await taskOf(id)) === undefined);
  t.like(await stateOf(id), { epoch: 1, hasState: 1 });
  // The state is too large again once the text goes.
  await documents.put(id, { title: "Two" });
  await until(async () => (await stateOf(id))?.epoch === 2);
  t.deepEqual((await documents.get(id)).body.document.draft, { title: "Two" });
});

test.serial(
  "a draft that only the API writes is compacted without waiting for editors (rules/content 54)",
  async (t) => {
    const id = await documents.make({ title: "One" });
    const editor = await LiveEditor.open(ann.api, id);
    overwrite(editor, 27_000);
    await editor.sync();
    t.falsy(await taskOf(id));
    await kiln.host.transact((tx) =>
      tx.run("UPDATE content_draft_states SET editedAt = NULL WHERE id = ?", [id]),
    );
    await documents.put(id, { title: "Two", body: "A long text. ".repeat(2000) });
    await until(async () => (await stateOf(id))?.epoch === 2);
    t.is((await documents.get(id)).body.document.draft.title, "Two");
  },
);

/** A state as after days of editing without a pause: one more edit is too many. */
let full: { state: Buffer; vector: Buffer; fields: string } | undefined;

function fill(editor: LiveEditor) {
  const doc = new Y.Doc();
  Y.applyUpdate(doc, Y.encodeStateAsUpdate(editor.doc));
  doc.transact(() => {
    for (let index = 0; index < 249_950; index++)
      doc.getMap("fields").set(index % 2 === 0 ? "title" : "count", index);
  });
  return {
    state: Buffer.from(Y.encodeStateAsUpdate(doc)),
    vector: Buffer.from(Y.encodeStateVector(doc)),
    fields: JSON.stringify(doc.getMap("fields").toJSON()),
  };
}

/** Makes a document with that state; only the first one's editor shares its history. */
async function openFull() {
  const id = await documents.make({ title: "One", body: "The fox" });
  const editor = await LiveEditor.open(ann.api, id);
  const { state, vector, fields } = (full ??= fill(editor));
  await kiln.host.transact(async (tx) => {
    await tx.run("UPDATE content_draft_states SET state = ?, stateVector = ?, stateBytes = ? WHERE id = ?", [
      state,
      vector,
      state.length,
      id,
    ]);
    await tx.run("UPDATE content_documents SET draft = ? WHERE id = ?", [fields, id]);
  });
  return { id, editor };
}

test.serial(
  "a state whose history is full is rebuilt at once: editors go on after a conflict, full replaces go through (rules/content 54)",
  async (t) => {
    const { id, editor } = await openFull();
    overwrite(editor, 100);
    editor.text("body").insert(4, "red ");
    const refused = await editor.send();
    t.is(refused.status, 409);
    t.regex(refused.body.error.message, /epoch 2\b/);
    await editor.sync();
    t.deepEqual((await documents.get(id)).body.document.draft, { title: 98, count: 99, body: "The red fox" });

    const other = await openFull();
    const tags = Array.from({ length: 100 }, (_, index) => `tag ${index}`).map((tag) => ({ tag }));
    const { status, body } = await documents.put(other.id, { title: "Two", tags, body: "x" });
    t.is(status, 200);
    t.is(body.epoch, 1);
    const links = Object.fromEntries(tags.map(({ tag }) => [tag, tag]));
    const again = await documents.put(other.id, { title: "Three", ...links });
    t.is(again.status, 200);
    t.is(again.body.epoch, 2);
    t.is((await documents.get(other.id)).body.document.draft.title, "Three");
  },
);
