import test from "ava";
import { type Person, signUp } from "../../helpers/client.js";
import { Documents, makeType } from "../../helpers/content.js";
import { LiveEditor } from "../../helpers/live-editor.js";
import { makeProject } from "../../helpers/make-project.js";
import { startKiln } from "../../helpers/start-kiln.js";
import { until } from "../../helpers/until.js";

const ROUNDS = 1000;
const EDITS = 100;

/** Makes a hundred edits: values are overwritten, and letters typed and removed somewhere in a text. */
function edit(editor: LiveEditor, round: number): void {
  const text = editor.text("body");
  for (let index = 0; index < EDITS; index++) {
    const place = (round * 7919 + index * 104_729) % Math.max(1, text.length);
    if (index % 3 === 0) editor.fields.set(index % 2 === 0 ? "title" : "count", round * EDITS + index);
    else if (index % 3 === 1 || text.length < 1000) text.insert(place, "x");
    else text.delete(Math.min(place, text.length - 1), 1);
  }
}

test("a document edited 100,000 times stays, once idle, under max(256 KB, 8 times its JSON) (rules/content 54)", async (t) => {
  const kiln = await startKiln({ COMPACT_IDLE_SECONDS: "2" });
  t.teardown(() => kiln.stop());
  const ann: Person = await signUp(kiln.url);
  const projectId = await makeProject(ann);
  await makeType(kiln, projectId, [
    { name: "title", title: "Title", type: "number" },
    { name: "count", title: "Count", type: "number" },
    { name: "body", title: "Body", type: "text" },
  ]);
  const documents = new Documents(ann, projectId);
  const id = await documents.make({ title: 0, count: 0, body: "A text. ".repeat(100) });
  const editor = await LiveEditor.open(ann.api, id);
  for (let round = 0; round < ROUNDS; round++) {
    edit(editor, round);
    await editor.sync();
  }
  const last = editor.json;
  const bytes = await until(async () => {
    const [row] = await kiln.host.read.query<{ stateBytes: number; json: number }>(
      "SELECT s.stateBytes, d.draftBytes AS json FROM content_draft_states s JOIN content_documents d ON d.id = s.id WHERE s.id = ?",
      [id],
    );
    const limit = Math.max(256 * 1024, 8 * Number(row?.json));
    return row && Number(row.stateBytes) <= limit ? Number(row.stateBytes) : null;
  });
  t.log(`${bytes} bytes in the end`);
  const { body } = await documents.get(id);
  t.deepEqual(body.document.draft, last);
  t.true(Buffer.from(body.draftState, "base64").length <= 256 * 1024);
  await editor.sync();
  t.deepEqual(editor.json, last);
});
