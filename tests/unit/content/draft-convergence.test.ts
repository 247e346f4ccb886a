import test, { type ExecutionContext } from "ava";
import fc from "fast-check";
import * as Y from "yjs";
import type { FieldDefinition } from "../../../contracts/content-schema.js";
import { saidBy } from "../../helpers/said-by.js";
import { ARTICLE, draftShape, EVERY_FIELD } from "./draft-shape.js";
import { DraftEditor, DraftServer } from "./draft-world.js";

const numRuns = Math.ceil(Number(process.env.KILN_RUNS ?? 100) / 5);

/** Fields that one writer each writes, beside those that all write. */
const OWN: FieldDefinition[] = Array.from({ length: 24 }, (_, index) => ({
  name: `own${index}`,
  title: "Own",
  type: "string",
}));
const shape = draftShape({ ...ARTICLE, fields: [...ARTICLE.fields, ...OWN] });

const REST_WRITERS = 3;
const step = fc.record({ writer: fc.nat(1000), verb: fc.nat(9), at: fc.nat(1000) });
type Step = { writer: number; verb: number; at: number };

/** Content that the writers wrote, which must be there in the end. */
class Expected {
  readonly own: Record<string, string> = { own0: "" };
  readonly letters = ["🦊"];
  readonly blocks = ["k1", "k2"];

  /** Returns a letter of one to four bytes. Those of four bytes share halves of their surrogate pairs. */
  letter(index: number): string {
    const letter = String.fromCodePoint((index % 2 === 0 ? 0x1f600 : 0x4e00) + index);
    this.letters.push(letter);
    return letter;
  }

  block(index: number) {
    const key = `b${index}`;
    this.blocks.push(key);
    return { _type: "block", _key: key };
  }

  mine(writer: number, index: number): [name: string, value: string] {
    this.own[`own${writer}`] = `v${index}`;
    return [`own${writer}`, `v${index}`];
  }
}

interface Move extends Step {
  index: number;
  expected: Expected;
}

function edit(t: ExecutionContext, server: DraftServer, editor: DraftEditor, move: Move): void {
  const { fields } = editor;
  const { verb, at, index, expected } = move;
  if (verb < 2) fields.set(...expected.mine(move.writer, index));
  else if (verb < 5) {
    const notes = fields.get("notes") as Y.Text;
    notes.insert(boundary(notes.toJSON(), at), expected.letter(index));
  } else if (verb === 5) {
    const body = fields.get("body") as Y.Array<unknown>;
    body.insert(at % (body.length + 1), [new Y.Map(Object.entries(expected.block(index)))]);
  } else if (verb === 6) repeat(t, server, editor.sent[at % Math.max(1, editor.sent.length)]);
  else editor.sync();
}

/** Sends an update again, as a client does that never received the answer. */
function repeat(t: ExecutionContext, server: DraftServer, update: Uint8Array | undefined): void {
  if (!update) return;
  const before = server.draft.fields;
  t.false(server.update(update, Uint8Array.of(0)).isTouched);
  t.deepEqual(server.draft.fields, before);
}

function save(server: DraftServer, { writer, verb, at, index, expected }: Move): void {
  const { fields } = server.draft;
  const body = fields.body as unknown[];
  const notes = String(fields.notes);
  if (verb < 2) server.put({ ...fields, [expected.mine(writer, index)[0]]: `v${index}` });
  else if (verb < 4) server.patch({ [expected.mine(writer, index)[0]]: `v${index}` });
  else if (verb < 7) {
    const place = boundary(notes, at);
    server.patch({ notes: notes.slice(0, place) + expected.letter(index) + notes.slice(place) });
  } else server.put({ ...fields, body: body.toSpliced(at % (body.length + 1), 0, expected.block(index)) });
}

/** Returns a position of a text that is not within a surrogate pair. */
function boundary(text: string, at: number): number {
  const letters = [...text];
  return letters.slice(0, at % (letters.length + 1)).join("").length;
}

function play(t: ExecutionContext, count: number, steps: readonly Step[]): void {
  const expected = new Expected();
  const server = new DraftServer(shape, { ...EVERY_FIELD, ...expected.own, notes: "🦊" });
  const editors = Array.from({ length: count }, () => new DraftEditor(server));
  for (const [index, each] of steps.entries()) {
    const writer = each.writer % (count + REST_WRITERS);
    const editor = editors[writer];
    const move = { ...each, writer, index, expected };
    if (editor) edit(t, server, editor, move);
    else save(server, move);
  }
  for (const editor of [...editors, ...editors]) editor.sync();
  const { fields } = server.draft;
  for (const editor of editors) t.deepEqual(saidBy(editor.doc), asJson(fields) as never);
  t.like(fields, expected.own);
  t.deepEqual([...String(fields.notes)].toSorted(), expected.letters.toSorted());
  const keys = (fields.body as { _key: string }[]).map(({ _key }) => _key);
  t.deepEqual(keys.toSorted(), expected.blocks.toSorted());
  for (const name of ["cover", "author", "seo", "links", "title", "story"] as const)
    t.deepEqual(fields[name], (EVERY_FIELD as Record<string, unknown>)[name]);
}

const asJson = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

test("editors, full replaces and partial updates in any order converge, and undo nothing of each other (rules/content 11 and 12)", (t) => {
  const count = fc.integer({ min: 3, max: 20 });
  const steps = fc.array(step, { minLength: 20, maxLength: 150 });
  fc.assert(
    fc.property(count, steps, (count, steps) => play(t, count, steps)),
    { numRuns },
  );
});
