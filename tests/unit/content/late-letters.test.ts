import test from "ava";
import * as Y from "yjs";
import { ARTICLE, draftShape } from "./draft-shape.js";
import { DraftEditor, DraftServer } from "./draft-world.js";

const shape = draftShape(ARTICLE);
const span = (key: string, text: string) => ({ _type: "span", _key: key, text, marks: [] });
const block = (key: string, ...texts: string[]) => ({
  _type: "block",
  _key: key,
  children: texts.map((text, index) => span(`s${index}`, text)),
});
type Block = ReturnType<typeof block>;

const list = (editor: DraftEditor, name: string) => editor.fields.get(name) as Y.Array<Y.Map<unknown>>;
const spanText = (editor: DraftEditor, at: number, place = 0) =>
  (list(editor, "body").get(at).get("children") as Y.Array<Y.Map<unknown>>).get(place).get("text") as Y.Text;
const KEYS = ["a", "b", "c", "d", "e"];
const texts = (server: DraftServer) =>
  (server.draft.fields.body as Block[]).map(({ _key, children }) =>
    [_key, ...children.map(({ text }) => text)].join(" "),
  );

test("who types at both ends of a block that another, late, types in at both ends doubles no letter (rules/content 23)", (t) => {
  const [a, b, c] = [block("a", "one \u{1F332}"), block("b", "two"), block("c", "three")];
  const server = new DraftServer(shape, { body: [a, b, c] });
  const [early, late] = [new DraftEditor(server), new DraftEditor(server)];
  server.put({ body: [b, c, a] });
  early.sync();
  const type = (text: Y.Text, first: string, second: string, last: string) => {
    text.insert(text.length, last);
    text.insert(3, second);
    text.insert(0, first);
  };
  type(spanText(early, 2), "1", "\u{1F333}", "3");
  type(spanText(late, 0), "4", "\u{1F334}", "6");
  early.sync();
  late.sync();
  t.deepEqual(texts(server), ["b two", "c three", "a 14one\u{1F333}\u{1F334} \u{1F332}36"]);
});

test("late typing in very many letters of many blocks is merged by replacements, and is all there", (t) => {
  const blocks = KEYS.map((key) => block(key, "-"));
  const server = new DraftServer(shape, { body: [block("last", "-"), ...blocks] });
  const [early, late] = [new DraftEditor(server), new DraftEditor(server)];
  server.put({ body: [...blocks.toReversed(), block("last", "-")] });
  early.sync();
  for (let place = 0; place < 6; place++)
    for (const [editor, letter] of [
      [early, "x"],
      [late, "y"],
    ] as const) {
      const text = spanText(editor, place);
      text.insert(1, letter.repeat(600));
      text.insert(0, letter.repeat(600));
    }
  early.sync();
  late.sync();
  const said = texts(server).join("");
  for (const letter of ["x", "y"]) t.is(said.split(letter).length - 1, 7200);
  t.true(said.split("-").length - 1 > 6);
});
