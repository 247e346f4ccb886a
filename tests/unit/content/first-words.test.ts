import test from "ava";
import * as Y from "yjs";
import type { ContentFields } from "../../../contracts/content-schema.js";
import { completeState, makeState, replaceFields } from "../../../services/content/draft/change-state.js";
import { mergeUpdate } from "../../../services/content/draft/merge-update.js";
import { saidBy } from "../../helpers/said-by.js";
import { ARTICLE, draftShape } from "./draft-shape.js";
import { DraftEditor, DraftServer } from "./draft-world.js";
import type { DraftShape } from "../../../services/content/draft/layout.js";

const shape = draftShape(ARTICLE);
type Fields = Y.Map<unknown>;
const text = (fields: Fields, ...path: string[]) =>
  path.reduce<unknown>((at, key) => (at as Fields).get(key), fields) as Y.Text;
const list = (fields: Fields, ...path: string[]) => text(fields, ...path) as unknown as Y.Array<unknown>;
const block = (key: string, word: string) => {
  const span = new Y.Map<unknown>([
    ["_type", "span"],
    ["_key", "s"],
    ["text", new Y.Text(word)],
  ]);
  return new Y.Map<unknown>([
    ["_type", "block"],
    ["_key", key],
    ["children", Y.Array.from([span])],
  ]);
};

/** Pairs of edits that two writers make at once in an empty draft, with the content that the draft must have then. */
const FIRST: Record<
  string,
  [(fields: Fields) => void, (fields: Fields) => void, (said: ContentFields) => unknown[]]
> = {
  "a text": [
    (fields) => text(fields, "notes").insert(0, "one"),
    (fields) => text(fields, "notes").insert(0, "two"),
    ({ notes }) => String(notes).match(/one|two/g) ?? [],
  ],
  "a text in one locale": [
    (fields) => text(fields, "intro", "de").insert(0, "one"),
    (fields) => text(fields, "intro", "de").insert(0, "two"),
    ({ intro }) => String((intro as ContentFields)["de"]).match(/one|two/g) ?? [],
  ],
  "locales of one text": [
    (fields) => text(fields, "intro", "de").insert(0, "one"),
    (fields) => text(fields, "intro", "en").insert(0, "two"),
    ({ intro }) => Object.values(intro as ContentFields),
  ],
  "locales of one string": [
    (fields) => (fields.get("title") as Fields).set("de", "one"),
    (fields) => (fields.get("title") as Fields).set("en", "two"),
    ({ title }) => Object.values(title as ContentFields),
  ],
  "a list": [
    (fields) => list(fields, "tags").push(["one"]),
    (fields) => list(fields, "tags").push(["two"]),
    ({ tags }) => tags as unknown[],
  ],
  "portable text": [
    (fields) => list(fields, "body").push([block("b1", "one")]),
    (fields) => list(fields, "body").push([block("b2", "two")]),
    ({ body }) => (body as { children: { text: string }[] }[]).map(({ children }) => children[0]?.text),
  ],
  "portable text in a locale": [
    (fields) => list(fields, "story", "de").push([block("b1", "one")]),
    (fields) => list(fields, "story", "de").push([block("b2", "two")]),
    ({ story }) =>
      ((story as ContentFields)["de"] as { children: { text: string }[] }[]).map(
        ({ children }) => children[0]?.text,
      ),
  ],
  "keys of one object": [
    (fields) => text(fields, "seo", "summary").insert(0, "one"),
    (fields) => (text(fields, "seo", "headline") as unknown as Fields).set("de", "two"),
    ({ seo }) => {
      const { summary, headline } = seo as { summary: string; headline: ContentFields };
      return [summary, headline["de"]];
    },
  ],
};

for (const [what, [one, two, words]] of Object.entries(FIRST))
  test(`two who are the first to write ${what} both stay (rules/content 11)`, (t) => {
    const server = new DraftServer(shape, {});
    const editors = [new DraftEditor(server), new DraftEditor(server)];
    for (const [index, write] of [one, two].entries()) write(editors[index].fields);
    for (const editor of [...editors, ...editors]) editor.sync();
    t.deepEqual(words(server.draft.fields).toSorted(), ["one", "two"]);
    for (const { doc } of editors) t.deepEqual(saidBy(doc), server.draft.fields);
  });

test("an editor who is the first to write into an object stays beside a PUT and beside an agent (rules/content 11)", (t) => {
  for (const write of ["put", "patch"] as const) {
    const server = new DraftServer(shape, {});
    const editor = new DraftEditor(server);
    text(editor.fields, "seo", "summary").insert(0, "one");
    server[write]({ seo: { rank: 2 }, name: "Ada" });
    editor.sync();
    t.deepEqual(server.draft.fields, { seo: { summary: "one", rank: 2 }, name: "Ada" });
  }
});

test("what is written into a text that a PUT clears at the same time stays (rules/content 23)", (t) => {
  const server = new DraftServer(shape, { notes: "old", tags: ["a"], seo: { summary: "old" } });
  const editor = new DraftEditor(server);
  text(editor.fields, "notes").insert(3, " new");
  list(editor.fields, "tags").push(["b"]);
  text(editor.fields, "seo", "summary").insert(0, "new ");
  server.put({});
  t.deepEqual(server.draft.fields, {});
  editor.sync();
  t.deepEqual(server.draft.fields, { notes: " new", tags: ["b"], seo: { summary: "new " } });
});

test("a text of a new item that nobody has filled takes the first words of two (rules/content 11)", (t) => {
  const server = new DraftServer(shape, {});
  const editors = [new DraftEditor(server), new DraftEditor(server)];
  server.put({ links: [{ url: "u" }] });
  for (const editor of editors) editor.sync();
  for (const [index, word] of ["one", "two"].entries()) {
    const item = list(editors[index].fields, "links").get(0) as Fields;
    text(item, "label").insert(0, word);
  }
  for (const editor of editors) editor.sync();
  const [{ label }] = server.draft.fields["links"] as [{ label: string }];
  t.deepEqual(label.match(/one|two/g)?.toSorted(), ["one", "two"]);
});

/** Makes a state of the time when drafts had no entries, with the one field that somebody filled. */
function oldState(): Uint8Array {
  const doc = new Y.Doc();
  doc.getMap("fields").set("notes", new Y.Text("old"));
  return Y.encodeStateAsUpdate(doc);
}

test("an existing draft gets its entries, the same ones wherever that happens, and no edit is undone (rules/content 11)", (t) => {
  const state = oldState();
  const late = new Y.Doc();
  Y.applyUpdate(late, state);
  late.getMap("fields").set("tags", Y.Array.from(["late"]));
  text(late.getMap("fields"), "notes").insert(3, " and late");
  const made = [completeState(shape, state), completeState(shape, state)];
  t.deepEqual(made[0]?.state, made[1]?.state);
  const completed = made[0]?.state ?? state;
  t.is(completeState(shape, completed), null);
  // An editor that did not know of the new entry made one of its own, with any client id.
  for (const clientID of [1, 7_000_000, 4_294_967_295]) {
    const doc = new Y.Doc();
    doc.clientID = clientID;
    Y.applyUpdate(doc, state);
    const vector = Y.encodeStateVector(doc);
    doc.getMap("fields").set("tags", Y.Array.from(["own"]));
    const update = Y.encodeStateAsUpdate(doc, vector);
    const input = { state: completed, buffered: null, update, clientVector: vector };
    t.deepEqual(mergeUpdate(shape, input).fields, { notes: "old", tags: ["own"] });
  }
  const update = Y.encodeStateAsUpdate(late);
  const merged = mergeUpdate(shape, {
    state: completed,
    buffered: null,
    update,
    clientVector: new Uint8Array([0]),
  });
  t.deepEqual(merged.fields, { notes: "old and late", tags: ["late"] });
});

test("types and locales that grow give their entries with the next update, also one that says nothing (rules/content 11)", (t) => {
  const { state } = makeState(shape, { notes: "x" });
  const grown: DraftShape = {
    schema: {
      ...ARTICLE,
      fields: [...ARTICLE.fields, { name: "outro", title: "Outro", type: "text" }],
    },
    defaultLocale: "en",
    locales: ["en", "de", "fr"],
  };
  const nothing = Y.encodeStateAsUpdate(new Y.Doc());
  const editors = [1, 2].map(() => {
    const doc = new Y.Doc();
    Y.applyUpdate(doc, state);
    return doc;
  });
  const clientVector = Y.encodeStateVector(editors[0]);
  const merged = mergeUpdate(grown, { state, buffered: null, update: nothing, clientVector });
  t.true(merged.isTouched);
  t.false(merged.isChanged);
  t.deepEqual(merged.fields, { notes: "x" });
  let now = merged.state;
  for (const [index, doc] of editors.entries()) {
    Y.applyUpdate(doc, merged.answer);
    text(doc.getMap("fields"), "outro").insert(0, `o${index}`);
    text(doc.getMap("fields"), "intro", "fr").insert(0, `f${index}`);
  }
  for (const doc of editors) {
    const update = Y.encodeStateAsUpdate(doc, merged.stateVector);
    now = mergeUpdate(grown, { state: now, buffered: null, update, clientVector }).state;
  }
  const said = replaceFields(grown, now, {})?.isChanged;
  t.true(said);
  const doc = new Y.Doc();
  Y.applyUpdate(doc, now);
  const { outro, intro } = saidBy(doc) as { outro: string; intro: { fr: string } };
  t.deepEqual(outro.match(/o./g)?.toSorted(), ["o0", "o1"]);
  t.deepEqual(intro.fr.match(/f./g)?.toSorted(), ["f0", "f1"]);
});

test("what is empty is nothing: in the fields, for a PUT of it, and in what a draft is compared with (rules/content 11)", (t) => {
  const made = makeState(shape, {});
  t.deepEqual(made.fields, {});
  const empty = {
    notes: "",
    intro: { de: "", en: null },
    title: {},
    body: [],
    story: { en: [] },
    seo: { summary: "", headline: {}, rank: null },
    tags: [],
    links: null,
    count: null,
    unknown: null,
  };
  t.is(replaceFields(shape, made.state, empty), null);
  t.deepEqual(makeState(shape, empty).fields, {});
});

test("the client 0 is the service's: an update that writes as it is refused, not lost", (t) => {
  const { state } = makeState(shape, {});
  const doc = new Y.Doc();
  Y.applyUpdate(doc, state);
  const clientVector = Y.encodeStateVector(doc);
  doc.clientID = 0;
  text(doc.getMap("fields"), "notes").insert(0, "x");
  const update = Y.encodeStateAsUpdate(doc);
  const error = t.throws(() => mergeUpdate(shape, { state, buffered: null, update, clientVector }));
  t.regex(error?.message ?? "", /clientID 0/);
});
