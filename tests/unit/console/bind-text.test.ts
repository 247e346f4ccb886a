import test from "ava";
import fc from "fast-check";
import * as Y from "yjs";
import { type Delta, writeComposed, writeText } from "../../../console/content/editor/bind-text.js";

const numRuns = Number(process.env.KILN_RUNS ?? 100);

/** Makes a text in which others write while an input method composes. The cursor is behind the composed text. */
function composed(base: string, typed: string, ...others: ((text: Y.Text) => void)[]) {
  const text = new Y.Doc().getText("body");
  text.insert(0, base);
  const deltas: Delta[] = [];
  const hear = ({ delta }: Y.YTextEvent) => void deltas.push(delta);
  text.observe(hear);
  for (const write of others) write(text);
  text.unobserve(hear);
  const place = writeComposed(text, base, typed, deltas);
  return { said: text.toJSON(), place };
}

test("what others wrote while an input method composed stays", (t) => {
  const theirs = (text: Y.Text) => text.insert(0, "The ");
  t.deepEqual(composed("kiln burns", "kiln 日本 burns", theirs), { said: "The kiln 日本 burns", place: 12 });
  t.is(composed("kiln", "日本", (text) => text.insert(2, "XX")).said, "日本XX", "also amid what is replaced");
  t.is(composed("a kiln b", "a 日本 b", (text) => text.delete(3, 2)).said, "a 日本 b");
  t.is(
    composed("one two", "one two 日", theirs, (text) => text.insert(text.length, "!")).said,
    "The one two 日!",
  );
});

test("of one who composes and one who writes, both edits come out as Yjs merges them", (t) => {
  const word = fc.string({ unit: fc.constantFrom("a", "b", "é", "🔥"), maxLength: 8 });
  fc.assert(
    fc.property(word, word, word, (base, typed, theirs) => {
      t.is(composed(base, typed).said, typed);
      t.is(composed(base, base, (text) => writeText(text, theirs)).said, theirs);
    }),
    { numRuns },
  );
});
