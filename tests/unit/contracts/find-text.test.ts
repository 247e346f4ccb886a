import test from "ava";
import fc from "fast-check";
import { finderOf, linearFinder, type Searched, SHORT } from "../../../contracts/find-text.js";

const numRuns = Number(process.env.KILN_RUNS ?? 100);

/** Texts of one, two or three letters, in which most places look like the beginning of what is sought. */
const textsOfFew = fc
  .constantFrom("a", "ab", "abc")
  .chain((letters) =>
    fc.record({
      period: fc.string({ unit: fc.constantFrom(...letters), minLength: 1, maxLength: 6 }),
      repeats: fc.integer({ min: 1, max: 60 }),
      end: fc.string({ unit: fc.constantFrom(...letters), maxLength: 6 }),
      around: fc.string({ unit: fc.constantFrom(...letters), maxLength: 300 }),
      from: fc.nat({ max: 60 }),
    }),
  )
  .map(({ period, repeats, end, around, from }) => ({
    sought: `${period.repeat(repeats)}${end}`,
    around,
    from,
  }));

test("a text is found where the engine's own search finds it, whatever its length (rules/delivery 49, rules/workflows 47)", (t) => {
  fc.assert(
    fc.property(textsOfFew, ({ sought, around, from }) => {
      const find = finderOf(sought);
      const nearly = `${sought.slice(1)}${sought.slice(0, -1)}`;
      for (const text of [around, `${around}${nearly}`, `${nearly}${around}${sought}${around}`])
        t.is(find(text, from), text.indexOf(sought, from));
    }),
    { numRuns },
  );
});

test("texts of other scripts, halves of pairs and nothing are found alike", (t) => {
  for (const sought of ["", "ä", "日本語".repeat(20), "\ud800".repeat(40), `${"😀".repeat(20)}\ude00`])
    for (const text of ["", sought, `x${sought}x`, `x${"😀".repeat(40)}`, "日本".repeat(50)])
      t.is(finderOf(sought)(text, 0), text.indexOf(sought));
});

/** A text that counts the units that are read of it, one by one or by the engine's search for a short part. */
class CountedText implements Searched<CountedText> {
  reads = 0;
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  get length(): number {
    return this.#text.length;
  }

  unitAt(at: number): number {
    this.reads += 1;
    return this.#text.charCodeAt(at);
  }

  indexOf(part: CountedText, from: number): number {
    const found = this.#text.indexOf(part.#text, from);
    this.reads += (found === -1 ? this.#text.length : found + part.length) - from;
    return found;
  }
}

test("each unit of a text is read once, whatever is sought and however long it is (rules/delivery 49)", (t) => {
  const LENGTH = 200_000;
  const half = "a".repeat(30_000);
  const period = "aab".repeat(20_000);
  for (const [text, sought] of [
    ["a".repeat(LENGTH), `${half}b${half}`],
    ["a".repeat(LENGTH), `ab${half}`],
    ["a".repeat(LENGTH), `${half}b`],
    ["aab".repeat(LENGTH / 3), `${period}b`],
    ["aab".repeat(LENGTH / 3), `${period}aac${period}`],
    [`${"a".repeat(SHORT)}b`.repeat(LENGTH / SHORT), `${"a".repeat(SHORT)}c`],
  ] as const) {
    const whole = new CountedText(text);
    const units = Uint16Array.from({ length: sought.length }, (_, at) => sought.charCodeAt(at));
    const find = linearFinder(new CountedText(sought.slice(0, SHORT)), units, (of, at) => of.unitAt(at));
    t.is(find(whole, 0), -1);
    t.true(whole.reads <= text.length, `${whole.reads} reads of ${text.length}`);
  }
});
