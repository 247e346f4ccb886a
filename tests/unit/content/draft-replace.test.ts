import test from "ava";
import fc from "fast-check";
import * as Y from "yjs";
import type { ContentFields } from "../../../contracts/content-schema.js";
import { fieldsOf, makeState, replaceFields } from "../../../services/content/draft/change-state.js";
import { settleFields } from "../../../services/content/draft/settle-fields.js";
import { saidBy } from "../../helpers/said-by.js";
import { arbitraryDraft } from "./arbitrary-draft.js";
import { ARTICLE, draftShape, EVERY_FIELD } from "./draft-shape.js";

const numRuns = Number(process.env.KILN_RUNS ?? 100);
const shape = draftShape(ARTICLE);
const asJson = (value: unknown) => JSON.parse(JSON.stringify(value)) as ContentFields;

/** Opens a client with a state. Its own edits are known to nobody else yet. */
function opened(state: Uint8Array) {
  const doc = new Y.Doc();
  Y.applyUpdate(doc, state);
  return { doc, fields: doc.getMap("fields") };
}

/** Returns the content of both sides after the client's edits and the replaced state have met. */
function meet(
  state: Uint8Array,
  edit: (fields: Y.Map<unknown>) => void,
  fields: ContentFields,
): ContentFields {
  const client = opened(state);
  edit(client.fields);
  const replaced = replaceFields(shape, state, fields);
  if (!replaced) throw new Error("Nothing was replaced.");
  Y.applyUpdate(client.doc, replaced.state);
  const server = opened(replaced.state);
  Y.applyUpdate(server.doc, Y.encodeStateAsUpdate(client.doc));
  const met = saidBy(server.doc);
  if (JSON.stringify(met) !== JSON.stringify(saidBy(client.doc))) throw new Error("They differ.");
  return met;
}

test("after a full replace the draft says what was sent; the same again changes nothing (rules/content 12 and 15)", (t) => {
  fc.assert(
    fc.property(arbitraryDraft, arbitraryDraft, (before, after) => {
      const made = makeState(shape, before);
      const wanted = settleFields(shape, after, made.fields);
      const replaced = replaceFields(shape, made.state, wanted);
      if (replaced) t.deepEqual(asJson(replaced.fields), asJson(wanted));
      else t.deepEqual(asJson(made.fields), asJson(wanted));
      const { state, fields } = replaced ?? made;
      t.deepEqual(asJson(fieldsOf(state)), asJson(fields));
      t.is(replaceFields(shape, state, asJson(fields)), null);
      // The comparison is with the draft as it was sent: keys that it lacks have their earlier values.
      t.is(replaceFields(shape, state, after), null);
    }),
    { numRuns },
  );
  t.pass();
});

test("what is settled stays as it is", (t) => {
  fc.assert(
    fc.property(arbitraryDraft, (draft) => {
      const settled = settleFields(shape, draft);
      t.deepEqual(settleFields(shape, settled), settled);
      t.deepEqual(asJson(makeState(shape, settled).fields), asJson(settled));
    }),
    { numRuns },
  );
  t.pass();
});

test("a replace of one field leaves an edit of another, not yet sent, alone (rules/content 12)", (t) => {
  const { state } = makeState(shape, EVERY_FIELD);
  const met = meet(state, (fields) => fields.set("name", "Grace"), { ...EVERY_FIELD, count: 4 });
  t.is(met.name, "Grace");
  t.is(met.count, 4);
});

test("text merges character by character, emoji whole (rules/content 12)", (t) => {
  const { state } = makeState(shape, { notes: "a🦊b🦊c" });
  const insert = (fields: Y.Map<unknown>) => (fields.get("notes") as Y.Text).insert(7, "!");
  // 🦊 and 🐻 share the first half of their surrogate pairs.
  t.is(meet(state, insert, { notes: "a🐻b🦊c" }).notes, "a🐻b🦊c!");
  t.is(meet(state, insert, { notes: "a🦊🦊b🦊c" }).notes, "a🦊🦊b🦊c!");
  t.is(meet(state, insert, { notes: "b🦊c" }).notes, "b🦊c!");
  // 🤊 and 🦊 share the second half.
  t.is(meet(state, insert, { notes: "a🦊b🤊c" }).notes, "a🦊b🤊c!");
});

test("every replacement of text is on whole code points (rules/content 12)", (t) => {
  const letters = fc.array(fc.constantFrom("🦊", "🐻", "🤊", "a", "\u{1f98a}\u{200d}", "é"), {
    maxLength: 12,
  });
  fc.assert(
    fc.property(letters, letters, (before, after) => {
      const made = makeState(shape, { notes: before.join("") });
      const replaced = replaceFields(shape, made.state, { notes: after.join("") });
      t.is((replaced ?? made).fields.notes ?? "", after.join(""));
    }),
    { numRuns },
  );
  t.pass();
});

test("items with a `_key` are changed in place, also when they move (rules/content 12)", (t) => {
  const item = (key: string, label: string) => ({ _key: key, label, url: "u" });
  const { state } = makeState(shape, { links: [item("a", "A"), item("b", "B"), item("c", "C")] });
  const edit = (fields: Y.Map<unknown>) => {
    const links = fields.get("links") as Y.Array<Y.Map<unknown>>;
    (links.get(1).get("label") as Y.Text).insert(1, "+");
  };
  const met = meet(state, edit, {
    links: [item("new", "N"), item("b", "B"), { ...item("c", "C"), url: "v" }],
  });
  t.deepEqual(met.links, [item("new", "N"), item("b", "B+"), { ...item("c", "C"), url: "v" }]);
});

test("items without a key keep edits of what the replace did not change (rules/content 12)", (t) => {
  const { state } = makeState(shape, { links: EVERY_FIELD.links, tags: ["a", "b", "c"] });
  const edit = (fields: Y.Map<unknown>) => {
    const links = fields.get("links") as Y.Array<Y.Map<unknown>>;
    (links.get(0).get("label") as Y.Text).insert(3, "!");
    (fields.get("tags") as Y.Array<unknown>).push(["d"]);
  };
  const [one, two] = EVERY_FIELD.links;
  const met = meet(state, edit, { links: [{ ...one, url: "other" }, two], tags: ["x", "a", "c"] });
  t.deepEqual(met.links, [{ label: "One!", url: "other" }, two]);
  t.deepEqual(met.tags, ["x", "a", "c", "d"]);
});

test("portable text without keys, sent again, is the same; a changed block keeps its key (rules/content 48)", (t) => {
  const block = (text: string) => ({ _type: "block", children: [{ _type: "span", text }] });
  const made = makeState(shape, { body: [block("one"), block("two"), block("three")] });
  t.is(replaceFields(shape, made.state, { body: [block("one"), block("two"), block("three")] }), null);
  const replaced = replaceFields(shape, made.state, {
    body: [block("zero"), block("one"), block("TWO"), block("three")],
  });
  const keys = (fields: ContentFields = {}) => (fields.body as { _key: string }[]).map(({ _key }) => _key);
  const [one, two, three] = keys(made.fields);
  t.deepEqual(keys(replaced?.fields).slice(1), [one, two, three] as string[]);
  t.is(new Set(keys(replaced?.fields)).size, 4);
});

test("a value of another kind than the schema's makes place for a fresh one (rules/content 12)", (t) => {
  const doc = new Y.Doc();
  doc.getMap("fields").set("notes", "plain").toString();
  doc.getMap("fields").set("tags", new Y.Map([["a", 1]]));
  const state = Y.encodeStateAsUpdate(doc);
  t.false(replaceFields(shape, state, { notes: "plain", tags: { a: 1 } })?.isChanged);
  const replaced = replaceFields(shape, state, { notes: "plain text", tags: ["a"] });
  const fields = opened(replaced?.state ?? state).fields;
  t.true(fields.get("notes") instanceof Y.Text);
  t.true(fields.get("tags") instanceof Y.Array);
});

test("fields left out are removed", (t) => {
  const { state } = makeState(shape, EVERY_FIELD);
  t.deepEqual(replaceFields(shape, state, { name: "Ada" })?.fields, { name: "Ada" });
  t.deepEqual(replaceFields(shape, state, {})?.fields, {});
});
