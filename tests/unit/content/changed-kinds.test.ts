import test, { type ExecutionContext } from "ava";
import fc from "fast-check";
import * as Y from "yjs";
import type { ContentFields, FieldDefinition } from "../../../contracts/content-schema.js";
import type { DraftShape } from "../../../services/content/draft/layout.js";
import { saidBy } from "../../helpers/said-by.js";
import { ARTICLE } from "./draft-shape.js";
import { DraftEditor, DraftServer } from "./draft-world.js";

const numRuns = Number(process.env.KILN_RUNS ?? 100);
const EDITORS = 4;

/** The fields of a type whose kinds change with each bit of `kinds`. */
const fieldsBy = (kinds: number): FieldDefinition[] => [
  { name: "name", title: "Name", type: "string" },
  { name: "motto", title: "Motto", type: "text", localized: (kinds & 1) > 0 },
  { name: "tale", title: "Tale", type: "portableText", localized: (kinds & 2) > 0 },
  { name: "claim", title: "Claim", type: "string", localized: (kinds & 4) > 0 },
  // Only one editor writes it, because of two plain values one stays.
  { name: "line", title: "Line", type: (kinds & 8) > 0 ? "text" : "string" },
  // Nobody writes it before it is a text.
  { name: "plot", title: "Plot", type: (kinds & 16) > 0 ? "text" : "string" },
  {
    name: "seo",
    title: "SEO",
    type: "object",
    fields: [{ name: "summary", title: "Summary", type: "text", localized: (kinds & 32) > 0 }],
  },
];
const shapeBy = (kinds: number): DraftShape => ({
  schema: { ...ARTICLE, fields: fieldsBy(kinds) },
  defaultLocale: "en",
  locales: ["en", "de"],
});

interface Step {
  who: number;
  verb: number;
  at: number;
}
const step: fc.Arbitrary<Step> = fc.record({ who: fc.nat(8), verb: fc.nat(11), at: fc.nat(1000) });

class World {
  kinds = 0;
  readonly server: DraftServer;
  /** Letters and keys by the field in which they must be in the end, in whatever locale. */
  readonly said = new Map<string, string[]>();
  readonly claims: Record<string, string> = {};

  constructor(content: ContentFields) {
    this.server = new DraftServer(shapeBy(0), content);
  }

  say(field: string, index: number): string {
    const letter = String.fromCodePoint((index % 3 === 0 ? 0x1f300 : 0x4e00) + index);
    this.said.set(field, [...(this.said.get(field) ?? []), letter]);
    return letter;
  }

  change(bit: number): void {
    // A string that became a text stays one, because a text that is plain again has one writer.
    this.kinds = bit === 16 ? this.kinds | 16 : this.kinds ^ bit;
    this.server.grow(shapeBy(this.kinds));
  }
}

/** Returns the values into which an editor may write at a place: the bare one, or one of a language. */
const inside = (value: unknown, at: number): unknown =>
  value instanceof Y.Map ? (value.get(at % 2 === 0 ? "en" : "de") as unknown) : value;

function type(text: Y.Text, at: number, letter: string): void {
  const letters = [...text.toJSON()];
  text.insert(letters.slice(0, at % (letters.length + 1)).join("").length, letter);
}

function edit(world: World, editor: DraftEditor, { who, verb, at }: Step, index: number): void {
  const { fields } = editor;
  if (verb < 2 || verb === 5 || verb === 6) {
    const name = verb < 2 ? "motto" : verb === 5 ? "plot" : "seo";
    const found = name === "seo" ? (fields.get("seo") as Y.Map<unknown>).get("summary") : fields.get(name);
    const text = inside(found, at);
    if (text instanceof Y.Text) type(text, at, world.say(name, index));
  } else if (verb === 2) {
    const list = inside(fields.get("tale"), at);
    if (list instanceof Y.Array)
      list.insert(at % (list.length + 1), [new Y.Map([["_key", world.say("tale", index)]])]);
  } else if (verb === 3 && who < 2) {
    const [locale, claim] = [who === 0 ? "en" : "de", fields.get("claim")];
    if (!(claim instanceof Y.Map) && locale === "de") return;
    world.claims[locale] = `v${index}`;
    if (claim instanceof Y.Map) claim.set(locale, `v${index}`);
    else fields.set("claim", `v${index}`);
  } else if (verb === 4 && who === 3) {
    const line = fields.get("line");
    if (line instanceof Y.Text) type(line, at, world.say("line", index));
    else fields.set("line", `${typeof line === "string" ? line : ""}${world.say("line", index)}`);
  } else if (verb > 6) editor.sync();
}

/** Saves another field, or a letter at the end of a text. */
function save({ server, kinds, say, said }: World, { verb }: Step, index: number): void {
  const { fields } = server.draft;
  if (verb < 4) server.merge({ name: `n${index}` });
  else if (verb < 6) server.put({ ...fields, name: `n${index}` });
  else if (verb < 9 && typeof fields["motto"] !== "object") {
    const letter = say.call({ said }, "motto", index);
    const before = typeof fields["motto"] === "string" ? fields["motto"] : "";
    server.merge({
      motto: (kinds & 1) > 0 ? { en: before + letter } : before + letter,
    });
  } else server.put(fields);
}

const lettersIn = (value: unknown): string[] => {
  if (typeof value === "string") return [...value];
  if (Array.isArray(value)) return value.map((item) => String((item as { _key: string })._key));
  return Object.values(value ?? {}).flatMap(lettersIn);
};

function play(t: ExecutionContext, steps: readonly Step[], content: ContentFields): void {
  const world = new World(content);
  const editors = Array.from({ length: EDITORS }, () => new DraftEditor(world.server));
  for (const [index, each] of steps.entries()) {
    const editor = editors[each.who];
    if (editor) edit(world, editor, each, index);
    else if (each.who < 7) world.change(2 ** (each.at % 6));
    else save(world, each, index);
  }
  for (const editor of [...editors, ...editors]) editor.sync();
  const { fields } = world.server.draft;
  for (const { doc } of editors) t.deepEqual(saidBy(doc), fields);
  for (const [name, letters] of world.said) {
    // Two who each write on both sides of a text that changes its kind may each bring it along, so letters may repeat.
    const have = [...new Set(lettersIn(fields[name]).filter((letter) => letters.includes(letter)))];
    t.deepEqual(have.toSorted(), letters.toSorted(), name);
  }
  const { claim } = fields as { claim?: unknown };
  const claims = typeof claim === "object" ? (claim as Record<string, unknown>) : { en: claim };
  for (const [locale, value] of Object.entries(world.claims)) t.is(claims[locale], value, `claim ${locale}`);
}

test("fields that become localized and not, texts and strings, undo no acknowledged edit (rules/content 23 and 65)", (t) => {
  const contents = fc.constantFrom<ContentFields>(
    { claim: "A claim" },
    { motto: "A motto", plot: "A plot", claim: "A claim", tale: [{ _key: "k1" }], seo: { summary: "s" } },
  );
  fc.assert(
    fc.property(fc.array(step, { minLength: 10, maxLength: 60 }), contents, (steps, content) =>
      play(t, steps, content),
    ),
    { numRuns },
  );
});
