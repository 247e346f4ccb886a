import test from "ava";
import fc from "fast-check";
import * as Y from "yjs";
import { replaceFields } from "../../../services/content/draft/change-state.js";
import { MovedItems } from "../../../services/content/draft/moved-items.js";
import { isInRings } from "../../helpers/of-rings.js";
import { saidBy } from "../../helpers/said-by.js";
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
const texts = (server: DraftServer) =>
  (server.draft.fields.body as Block[]).map(({ _key, children }) =>
    [_key, ...children.map(({ text }) => text)].join(" "),
  );

test("typing in a block survives a PUT that moves the block at the same time (rules/content 23)", (t) => {
  const [a, b, c] = [block("a", "one"), block("b", "two"), block("c", "three")];
  const server = new DraftServer(shape, { body: [a, b, c] });
  const [one, two] = [new DraftEditor(server), new DraftEditor(server)];
  spanText(one, 0).insert(3, " typed");
  spanText(two, 2).insert(0, "also ");
  server.put({ body: [c, b, a] });
  one.sync();
  two.sync();
  t.deepEqual(texts(server), ["c also three", "b two", "a one typed"]);
  one.sync();
  for (const { doc } of [one, two]) t.deepEqual(saidBy(doc), server.draft.fields);
});

test("typing in an item of a list without keys survives a PUT that moves it (rules/content 23)", (t) => {
  const [a, b] = [
    { label: "One", url: "u1" },
    { label: "Two", url: "u2" },
  ];
  const server = new DraftServer(shape, { links: [a, b, { url: "u3" }] });
  const editors = [0, 1, 2].map(() => new DraftEditor(server));
  for (const [index, editor] of editors.entries())
    (list(editor, "links").get(index).get("label") as Y.Text).insert(0, `typed ${index} `);
  server.put({ links: [{ url: "u3" }, b, a] });
  for (const editor of [...editors, ...editors]) editor.sync();
  t.deepEqual(server.draft.fields.links, [
    { label: "typed 2 ", url: "u3" },
    { label: "typed 1 Two", url: "u2" },
    { label: "typed 0 One", url: "u1" },
  ]);
});

test("a block that is moved and changed by a PUT, moved again and typed in by two says all of it (rules/content 23)", (t) => {
  const [a, b] = [block("a", "one two three"), block("b", "x")];
  const server = new DraftServer(shape, { body: [a, b] });
  const [one, two] = [new DraftEditor(server), new DraftEditor(server)];
  spanText(one, 0).insert(0, "[");
  spanText(two, 0).insert("one two three".length, "]");
  server.put({ body: [b, block("a", "one 2 three")] });
  one.sync();
  server.put({ body: [block("a", "[one 2 three"), b] });
  server.put({ body: [b, block("c", "new"), block("a", "[one 2 three")] });
  two.sync();
  t.deepEqual(texts(server), ["b x", "c new", "a [one 2 three]"]);
});

test("who goes on typing before hearing of the move loses nothing, and nothing comes twice (rules/content 23)", (t) => {
  const [a, b] = [block("a", "one"), block("b", "two")];
  const server = new DraftServer(shape, { body: [a, b] });
  const editor = new DraftEditor(server);
  const updates: Uint8Array[] = [];
  editor.doc.on("update", (update: Uint8Array) => updates.push(update));
  const text = spanText(editor, 0);
  for (const letter of ["1", "2", "3"]) text.insert(text.length, letter);
  text.delete(0, 1);
  server.put({ body: [b, a] });
  for (const update of [...updates, ...updates]) server.update(update, Uint8Array.of(0));
  t.deepEqual(texts(server), ["b two", "a ne123"]);
  const { moved } = server.draft;
  editor.sync();
  t.deepEqual(texts(server), ["b two", "a ne123"]);
  t.deepEqual(server.draft.moved, moved);
  // The edit is late and new at once: it is in the block where the text stood, and where it stands now.
  const late = new DraftEditor(server);
  spanText(late, 0).insert(0, "late ");
  server.put({ body: [a, b].map(({ _key }) => block(_key, _key === "a" ? "ne123" : "two")) });
  late.sync();
  spanText(late, 0).insert(0, "new ");
  late.sync();
  t.deepEqual(texts(server), ["a new ne123", "b late two"]);
});

test("typing in a span survives a PUT that moves the span, its block, or both (rules/content 23)", (t) => {
  const [s, x] = [span("s", "typed in"), span("x", "other")];
  const b = block("b", "two");
  const a = { _type: "block", _key: "a", children: [s, x] };
  const turned = { ...a, children: [x, s] };
  for (const after of [
    [[turned, b]],
    [[b, turned]],
    [[b, a]],
    [
      [turned, b],
      [b, turned],
    ],
    [
      [b, turned],
      [a, b],
    ],
  ]) {
    const server = new DraftServer(shape, { body: [a, b] });
    const editor = new DraftEditor(server);
    spanText(editor, 0).insert(8, ", late");
    for (const body of after) server.put({ body });
    editor.sync();
    const said = JSON.stringify(server.draft.fields);
    t.is(said.match(/typed in, late/g)?.length, 1, said);
    t.is(said.match(/other/g)?.length, 1, said);
  }
});

test("an item that a save removes stays removed, and its place among the moved is forgotten (rules/content 23)", (t) => {
  const [a, b] = [block("a", "one"), block("b", "two")];
  const server = new DraftServer(shape, { body: [a, b] });
  const editor = new DraftEditor(server);
  spanText(editor, 0).insert(0, "late ");
  server.put({ body: [b, a] });
  t.truthy(server.draft.moved);
  server.put({ body: [b] });
  t.is(server.draft.moved, null);
  editor.sync();
  t.deepEqual(texts(server), ["b two"]);
});

test("what is moved is forgotten after a day, and given up where it would be too large", (t) => {
  const [a, b] = [block("a", "one"), block("b", "two")];
  const server = new DraftServer(shape, { body: [a, b] });
  server.put({ body: [b, a] });
  const doc = new Y.Doc();
  Y.applyUpdate(doc, server.draft.state);
  const read = () => MovedItems.read(server.draft.moved);
  t.deepEqual(read().encoded(doc, 10_000), server.draft.moved);
  t.is(read().encoded(doc, 10), null);
  const now = Date.now;
  Date.now = () => now() + 25 * 3600_000;
  t.teardown(() => {
    Date.now = now;
  });
  t.is(read().encoded(doc, 10_000), null);
});

/** The rings have less than half of them, beside acknowledged-edits.test.ts, which moves items too. */
const numRuns = Math.ceil(Number(process.env.KILN_RUNS ?? 100) * (isInRings() ? 0.4 : 1));
const KEYS = ["a", "b", "c", "d", "e"];

test("in any order of moves, typing and syncs each typed letter is there once, where its block is (rules/content 23)", (t) => {
  const step = fc.record({
    who: fc.nat(4),
    at: fc.nat(20),
    order: fc.shuffledSubarray(KEYS, { minLength: 5 }),
  });
  fc.assert(
    fc.property(fc.array(step, { minLength: 5, maxLength: 40 }), (steps) => {
      const server = new DraftServer(shape, { body: KEYS.map((key) => block(key, key)) });
      const editors = [0, 1].map(() => new DraftEditor(server));
      const typed = new Map(KEYS.map((key) => [key, [key]]));
      for (const [index, { who, at, order }] of steps.entries()) {
        const editor = editors[who % 2];
        if (who < 2) {
          const place = at % 5;
          const key = String(list(editor, "body").get(place).get("_key"));
          const letter = String.fromCodePoint(0x4e00 + index);
          const text = spanText(editor, place);
          text.insert(at % (text.length + 1), letter);
          typed.get(key)?.push(letter);
        } else if (who < 4) editor.sync();
        else {
          const byKey = new Map((server.draft.fields.body as Block[]).map((each) => [each._key, each]));
          server.put({ body: order.map((key) => byKey.get(key)) });
        }
      }
      for (const editor of [...editors, ...editors]) editor.sync();
      for (const { _key, children } of server.draft.fields.body as Block[])
        t.deepEqual([...(children[0]?.text ?? "")].toSorted(), typed.get(_key)?.toSorted());
      for (const { doc } of editors) t.deepEqual(saidBy(doc), server.draft.fields);
      t.is(replaceFields(shape, server.draft.state, server.draft.fields, server.draft.moved), null);
    }),
    { numRuns },
  );
});
