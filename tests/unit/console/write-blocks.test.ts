import test from "ava";
import fc from "fast-check";
import type { Node } from "prosemirror-model";
import { EditorState, TextSelection } from "prosemirror-state";
import * as Y from "yjs";
import { blockOf, isBlank, toDoc } from "../../../console/content/editor/rich-text/portable.js";
import { showDoc } from "../../../console/content/editor/rich-text/show-blocks.js";
import { writeBlocks } from "../../../console/content/editor/rich-text/write-blocks.js";

const numRuns = Number(process.env.KILN_RUNS ?? 100);

const span = fc.record({
  _type: fc.constant("span"),
  _key: fc.constantFrom("s1", "s2", "s3"),
  text: fc.string({ unit: "grapheme", maxLength: 6 }),
  marks: fc.subarray(["strong", "em", "link1", "highlight"]),
});
const textBlock = fc.record({
  _type: fc.constant("block"),
  style: fc.constantFrom("normal", "h2", "blockquote"),
  listItem: fc.option(fc.constantFrom("bullet", "number"), { nil: undefined }),
  children: fc.array(span, { maxLength: 4 }),
  markDefs: fc.constant([{ _key: "link1", _type: "link", href: "https://example.com" }]),
  extra: fc.option(fc.constant("kept"), { nil: undefined }),
});
const objectBlock = fc.record({ _type: fc.constant("map"), zoom: fc.nat(9) });
const blocks = fc
  .uniqueArray(fc.constantFrom("a", "b", "c", "d", "e"), { maxLength: 5 })
  .chain((keys) =>
    fc.tuple(
      ...keys.map((_key) =>
        fc.oneof({ weight: 4, arbitrary: textBlock }, objectBlock).map((one) => ({ ...one, _key })),
      ),
    ),
  );

const listOf = (doc: Y.Doc): Y.Array<unknown> => doc.getArray("body");
const EMPTY = toDoc([]);
const saidBy = (doc: Node): unknown =>
  Array.from({ length: doc.childCount }, (_, at) => blockOf(doc.child(at)));

/** Makes a draft of the content that an editor shows. */
function draftOf(shown: Node): Y.Doc {
  const doc = new Y.Doc();
  writeBlocks(listOf(doc), EMPTY, shown);
  return doc;
}

test("the list of a draft says what the editor shows, whatever was changed", (t) => {
  fc.assert(
    fc.property(blocks, blocks, (one, other) => {
      const [before, after] = [toDoc(one), toDoc(other)];
      const doc = draftOf(before);
      // An empty line in an empty list is only the place where the editor writes, so it is not stored.
      if (!isBlank(before)) t.deepEqual(saidBy(toDoc(listOf(doc).toJSON())), saidBy(before));
      writeBlocks(listOf(doc), before, after);
      if (!isBlank(after)) t.deepEqual(saidBy(toDoc(listOf(doc).toJSON())), saidBy(after));
      const said = Y.encodeStateVector(doc);
      writeBlocks(listOf(doc), after, after);
      t.deepEqual(Y.encodeStateVector(doc), said, "the same again writes nothing");
    }),
    { numRuns },
  );
});

test("what others wrote is shown whole, and changes only what differs", (t) => {
  fc.assert(
    fc.property(blocks, blocks, (one, other) => {
      const state = EditorState.create({ doc: toDoc(one) });
      const shown = showDoc(state, toDoc(other));
      t.deepEqual(saidBy(state.apply(shown ?? state.tr).doc), saidBy(toDoc(other)));
    }),
    { numRuns },
  );
});

test("letters of two people in one span are both kept", (t) => {
  const text = (said: string) =>
    toDoc([{ _type: "block", _key: "a", children: [{ _type: "span", _key: "s", text: said, marks: [] }] }]);
  const mine = draftOf(text("kiln"));
  const theirs = new Y.Doc();
  Y.applyUpdate(theirs, Y.encodeStateAsUpdate(mine));
  writeBlocks(listOf(mine), text("kiln"), text("kiln burns"));
  writeBlocks(listOf(theirs), text("kiln"), text("The kiln"));
  Y.applyUpdate(mine, Y.encodeStateAsUpdate(theirs));
  t.is(toDoc(listOf(mine).toJSON()).textContent, "The kiln burns");
});

test("the cursor stays at its letter while others write before it", (t) => {
  const text = (said: string) =>
    toDoc([{ _type: "block", _key: "a", children: [{ _type: "span", text: said }] }]);
  let state = EditorState.create({ doc: text("a kiln") });
  // The position is behind the "k", since a block begins at 1.
  state = state.apply(state.tr.setSelection(TextSelection.create(state.doc, 4)));
  const shown = showDoc(state, text("an old kiln"));
  state = state.apply(shown ?? state.tr);
  t.is(state.doc.textBetween(1, state.selection.from), "an old k");
});
