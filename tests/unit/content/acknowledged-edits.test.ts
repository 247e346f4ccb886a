import test, { type ExecutionContext } from "ava";
import fc from "fast-check";
import * as Y from "yjs";
import type { ContentFields, FieldDefinition } from "../../../contracts/content-schema.js";
import { saidBy } from "../../helpers/said-by.js";
import { ARTICLE } from "./draft-shape.js";
import { DraftEditor, DraftServer } from "./draft-world.js";
import type { DraftShape } from "../../../services/content/draft/layout.js";

const numRuns = Number(process.env.KILN_RUNS ?? 100);
const LOCALES = ["en", "de", "fr", "pt-BR"];
const EDITORS = 4;

/** Fields for one writer each, and fields that the type gets later. */
const OWN: FieldDefinition[] = Array.from({ length: EDITORS + 1 }, (_, index) => ({
  name: `own${index}`,
  title: "Own",
  type: "string",
}));
const LATER: FieldDefinition[] = [
  { name: "outro", title: "Outro", type: "text" },
  { name: "legal", title: "Legal", type: "text", localized: true },
  { name: "extra", title: "Extra", type: "array", of: { type: "string" } },
];

/** Returns the type after the given number of changes. */
const shapeAfter = (changes: number): DraftShape => ({
  schema: { ...ARTICLE, fields: [...ARTICLE.fields, ...OWN, ...LATER.slice(0, changes)] },
  defaultLocale: "en",
  locales: LOCALES.slice(0, 2 + Math.min(2, changes)),
});

interface Step {
  who: number;
  verb: number;
  at: number;
}
const step: fc.Arbitrary<Step> = fc.record({ who: fc.nat(11), verb: fc.nat(11), at: fc.nat(1000) });

type Item = Record<string, unknown>;
const itemsOf = (fields: ContentFields, name: string) => (fields[name] ?? []) as Item[];

/** Content that was or will be acknowledged, and must be there in the end. */
class Acknowledged {
  /** Letters by the text into which they were typed. */
  readonly letters = new Map<string, string[]>();
  readonly items = new Map<string, unknown[]>();
  readonly values = new Map<string, string>();

  letter(text: string, index: number): string {
    const letter = String.fromCodePoint((index % 3 === 0 ? 0x1f300 : 0x4e00) + index);
    this.letters.set(text, [...(this.letters.get(text) ?? []), letter]);
    return letter;
  }

  item<T>(list: string, item: T): T {
    this.items.set(list, [...(this.items.get(list) ?? []), item]);
    return item;
  }

  value(field: string, index: number): string {
    this.values.set(field, `v${index}`);
    return `v${index}`;
  }
}

interface World {
  server: DraftServer;
  shape: DraftShape;
  changes: number;
  said: Acknowledged;
}

/** Returns the paths of texts outside of lists that the type has now. */
const textsOf = ({ shape, changes }: World): string[][] => [
  ["notes"],
  ["seo", "summary"],
  ...shape.locales.map((code) => ["intro", code]),
  ...(changes > 0 ? [["outro"]] : []),
  ...(changes > 1 ? shape.locales.map((code) => ["legal", code]) : []),
];
const pick = <T>(items: readonly T[], at: number): T | undefined => items[at % items.length];
const insertedInto = (text: string, at: number, letter: string): string => {
  const letters = [...text];
  return letters.toSpliced(at % (letters.length + 1), 0, letter).join("");
};
const asText = (value: unknown): string => (typeof value === "string" ? value : "");
const spanOf = (text: string) => ({ _type: "span", _key: "s", text });

/** Types, adds items or sets values as an editor where its copy of the draft has the place. */
function edit(world: World, editor: DraftEditor, { who, verb, at }: Step, index: number): void {
  const { fields } = editor;
  const { said } = world;
  if (verb < 4) {
    const path = pick(textsOf(world), at) ?? [];
    const text = path.reduce<unknown>(
      (map, key) => (map instanceof Y.Map ? map.get(key) : undefined),
      fields,
    );
    if (text instanceof Y.Text) type(text, at, said.letter(path.join("."), index));
  } else if (verb === 4) {
    const item = pick((fields.get("links") as Y.Array<Y.Map<unknown>>).toArray(), at);
    const label = item?.get("label");
    if (item && label instanceof Y.Text)
      type(label, at, said.letter(`links ${String(item.get("url"))}`, index));
  } else if (verb === 5) {
    const block = pick((fields.get("body") as Y.Array<Y.Map<unknown>>).toArray(), at);
    const span = (block?.get("children") as Y.Array<Y.Map<unknown>> | undefined)?.get(0);
    if (block && span)
      type(span.get("text") as Y.Text, at, said.letter(`body ${String(block.get("_key"))}`, index));
  } else if (verb === 6) {
    const list = fields.get(at % 2 === 0 ? "tags" : "extra");
    if (list instanceof Y.Array)
      list.insert(at % (list.length + 1), [said.item(at % 2 === 0 ? "tags" : "extra", `t${index}`)]);
  } else if (verb === 7) {
    const body = fields.get("body") as Y.Array<unknown>;
    const span = new Y.Map<unknown>([...Object.entries(spanOf("")), ["text", new Y.Text()]] as [
      string,
      unknown,
    ][]);
    const children = Y.Array.from([span]);
    const _key = said.item("body", `b${index}`);
    body.insert(at % (body.length + 1), [
      new Y.Map<unknown>(Object.entries({ _type: "block", _key, children })),
    ]);
  } else if (verb === 8) fields.set(`own${who}`, said.value(`own${who}`, index));
  else editor.sync();
}

function type(text: Y.Text, at: number, letter: string): void {
  text.insert([...text.toJSON()].slice(0, at % ([...text.toJSON()].length + 1)).join("").length, letter);
}

/** Saves with PUT or PATCH as a form, an agent or a translator does, who has read the draft as it is. */
function save(world: World, { verb, at }: Step, index: number, verbOfSave: "put" | "merge"): void {
  const { server, said } = world;
  const { fields } = server.draft;
  const send = (change: ContentFields) =>
    verbOfSave === "put" ? server.put({ ...fields, ...change }) : server.merge(change);
  if (verb < 4) {
    const [field = "", inner] = pick(textsOf(world), at) ?? [];
    const own = fields[field];
    const name = inner === undefined ? field : `${field}.${inner}`;
    const before = inner === undefined ? own : (own as ContentFields | undefined)?.[inner];
    const text = insertedInto(asText(before), at, said.letter(name, index));
    if (inner === undefined) send({ [field]: text });
    else send({ [field]: verbOfSave === "put" ? { ...(own as object), [inner]: text } : { [inner]: text } });
  } else if (verb === 4) send({ own4: said.value("own4", index) });
  else if (verb === 5) send({ tags: [...itemsOf(fields, "tags"), said.item("tags", `t${index}`)] });
  else if (verb === 6)
    send({ links: [{ url: said.item("links", `u${index}`) }, ...itemsOf(fields, "links")] });
  else if (verb === 7) {
    const block = { _type: "block", _key: said.item("body", `b${index}`), children: [spanOf("")] };
    send({ body: itemsOf(fields, "body").toSpliced(at % (itemsOf(fields, "body").length + 1), 0, block) });
  } else if (verb < 10) {
    const name = verb === 8 ? "body" : "links";
    const items = itemsOf(fields, name);
    // The save moves one item, or reverses the list.
    const from = at % Math.max(1, items.length);
    const moved = items.slice(from, from + 1);
    send({ [name]: at % 3 === 0 ? items.toReversed() : [...items.toSpliced(from, 1), ...moved] });
  } else server.put(fields);
}

function grow(world: World): void {
  world.changes = Math.min(LATER.length, world.changes + 1);
  world.shape = shapeAfter(world.changes);
  world.server.grow(world.shape);
}

function play(t: ExecutionContext, steps: readonly Step[]): void {
  const shape = shapeAfter(0);
  const world: World = { server: new DraftServer(shape, {}), shape, changes: 0, said: new Acknowledged() };
  const editors = Array.from({ length: EDITORS }, () => new DraftEditor(world.server));
  for (const [index, each] of steps.entries()) {
    const editor = editors[each.who];
    if (editor) edit(world, editor, each, index);
    else if (each.who === 11) grow(world);
    else save(world, each, index, each.who % 2 === 0 ? "put" : "merge");
  }
  for (const editor of [...editors, ...editors]) editor.sync();
  check(t, world, editors);
}

function check(t: ExecutionContext, { server, said }: World, editors: readonly DraftEditor[]): void {
  const { fields } = server.draft;
  for (const { doc } of editors) t.deepEqual(saidBy(doc), fields);
  const texts = new Map<string, unknown>();
  for (const [name, value] of Object.entries(fields)) {
    texts.set(name, value);
    if (typeof value === "object" && !Array.isArray(value))
      for (const [key, inner] of Object.entries(value as object)) texts.set(`${name}.${key}`, inner);
  }
  for (const { url, label } of itemsOf(fields, "links")) texts.set(`links ${String(url)}`, label);
  for (const { _key, children } of itemsOf(fields, "body"))
    texts.set(`body ${String(_key)}`, (children as Item[])[0]?.["text"]);
  for (const [name, letters] of said.letters)
    t.deepEqual([...asText(texts.get(name))].toSorted(), letters.toSorted(), name);
  for (const [name, items] of said.items) {
    const key = { body: "_key", links: "url" }[name];
    const have = itemsOf(fields, name).map((item) => (key === undefined ? item : item[key]));
    t.deepEqual(have.toSorted(), items.toSorted(), name);
  }
  for (const [name, value] of said.values) t.is(fields[name], value, name);
}

test("first writers, PUT, PATCH, agents, translators, moves, growing types and locales undo no acknowledged edit (rules/content 23)", (t) => {
  fc.assert(
    fc.property(fc.array(step, { minLength: 10, maxLength: 60 }), (steps) => play(t, steps)),
    { numRuns },
  );
});
