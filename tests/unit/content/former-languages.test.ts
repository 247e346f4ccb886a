import test from "ava";
import * as Y from "yjs";
import type { FieldDefinition } from "../../../contracts/content-schema.js";
import { makeState, replaceFields } from "../../../services/content/draft/change-state.js";
import type { DraftShape } from "../../../services/content/draft/layout.js";
import { mergeUpdate } from "../../../services/content/draft/merge-update.js";

const shapeOf = (...fields: FieldDefinition[]): DraftShape => ({
  schema: { name: "page", title: "Page", fields },
  defaultLocale: "en",
  locales: ["en", "de"],
});
const BODY: FieldDefinition = { name: "body", title: "Body", type: "text" };
const NAME: FieldDefinition = { name: "name", title: "Name", type: "string" };
/** A draft whose fields were localized, under a type in which they are not any more. */
const { state } = makeState(shapeOf({ ...BODY, localized: true }, { ...NAME, localized: true }), {
  body: { en: "Hello" },
  name: { en: "Name" },
});
const now = shapeOf(BODY, NAME);

test("a save that clears a field with its former languages begins a new epoch, as somebody may be writing in one of them (rules/content 65)", (t) => {
  t.true(replaceFields(now, state, { name: { en: "Name" } })?.isRebuilt);
  t.true(replaceFields(now, state, { body: { en: "Hello" } })?.isRebuilt);
  t.false(replaceFields(now, state, { body: { en: "Hello you" }, name: { en: "Name" } })?.isRebuilt);
});

test("whoever empties a text in a former language and types on loses no letter (rules/content 65)", (t) => {
  const doc = new Y.Doc();
  Y.applyUpdate(doc, state);
  const text = (doc.getMap("fields").get("body") as Y.Map<Y.Text>).get("en");
  const send = (to: Uint8Array) =>
    mergeUpdate(now, {
      state: to,
      buffered: null,
      update: Y.encodeStateAsUpdate(doc),
      clientVector: Y.encodeStateVector(doc),
    });
  text?.delete(0, 5);
  const emptied = send(state);
  text?.insert(0, "Anew");
  t.deepEqual(send(emptied.state).fields["body"], { en: "Anew" });
});
