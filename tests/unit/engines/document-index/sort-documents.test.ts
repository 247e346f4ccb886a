import test from "ava";
import fc from "fast-check";
import {
  countBits,
  hasBit,
  listBits,
  setRange,
  wordsFor,
} from "../../../../engines/document-index/bitmap.js";
import { FIRST_LOCALES } from "../../../../contracts/content-locales.js";
import { planIndex } from "../../../../services/delivery/indexing/plan-index.js";
import { type KeyView, viewColumn } from "../../../../engines/document-index/key-view.js";
import { countBelow, fillRange, rankDocuments } from "../../../../engines/document-index/ranks.js";
import { buildSegment } from "../../../../engines/document-index/segment-builder.js";
import { sortDocuments } from "../../../../engines/document-index/sort-documents.js";

const numRuns = Number(process.env["KILN_RUNS"] ?? 100);

/** Builds an index and reads a key back: documents are in the order of their ids, which are their numbers. */
function viewOf(type: "string" | "number", values: readonly unknown[]): KeyView {
  const schema = { name: "a", title: "A", fields: [{ name: "value", title: "Value", type } as const] };
  const plan = planIndex(schema, FIRST_LOCALES);
  const rows = values.map((value, at) => ({
    id: `${at.toString(16).padStart(8, "0")}-0000-4000-8000-000000000000`,
    version: 1,
    values: plan.fields.map(({ name }) =>
      name === "value"
        ? type === "string"
          ? [value as string | null]
          : (value as number)
        : name === "_status"
          ? ["draft"]
          : 0,
    ),
  }));
  const data = buildSegment(plan, rows);
  const column = data.columns.get("value");
  if (column === undefined) throw new Error("There is a column.");
  return viewColumn(column, [0], data.count);
}

const compareBytes = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b));

function expectedOrder<T>(
  values: readonly (T | null)[],
  compare: (a: T, b: T) => number,
  isDescending: boolean,
): number[] {
  return values
    .map((_, at) => at)
    .sort((a, b) => {
      const [x, y] = [values[a] ?? null, values[b] ?? null];
      if (x === null || y === null) return Number(x === null) - Number(y === null) || a - b;
      return (isDescending ? compare(y, x) : compare(x, y)) || a - b;
    });
}

/** Arbitrary texts with long equal beginnings, zeros, and letters whose order differs by UTF-16. */
const nastyText = fc
  .tuple(
    fc.constantFrom("", "The kiln is ", "The kiln is hot and "),
    fc.string({ unit: fc.constantFrom("\0", "a", "b", "é", "\uffff", "😀"), maxLength: 8 }),
  )
  .map((parts) => parts.join(""));

for (const isDescending of [false, true])
  test(`texts sort by code points, absent last, ties by id, ${isDescending ? "descending" : "ascending"} (rules/delivery 23; rules/edge 24)`, (t) => {
    fc.assert(
      fc.property(fc.array(fc.option(nastyText, { freq: 9 }), { minLength: 1, maxLength: 300 }), (texts) => {
        const order = sortDocuments(texts.length, [{ view: viewOf("string", texts), isDescending }], false);
        return [...order].join() === expectedOrder(texts, compareBytes, isDescending).join();
      }),
      { numRuns },
    );
    t.pass();
  });

test("as many texts as need wide digits, most of them unlike", (t) => {
  const texts = Array.from({ length: 50_000 }, (_, at) => {
    const mixed = Math.imul(at, 0x9e3779b1) >>> 0;
    return `Article ${mixed % 40_000} ${"ab".repeat(mixed % 3)}`;
  });
  const view = viewOf("string", texts);
  t.is(view.kind, "text");
  for (const isDescending of [false, true])
    t.deepEqual(
      [...sortDocuments(texts.length, [{ view, isDescending }], false)],
      expectedOrder(texts, compareBytes, isDescending),
    );
});

test("numbers of any size and sign sort as numbers, absent last", (t) => {
  const number = fc.oneof(
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.constantFrom(0, 1, -1, 5e-324, -5e-324, Number.MAX_VALUE, -Number.MAX_VALUE),
  );
  fc.assert(
    fc.property(
      fc.array(fc.option(number, { freq: 9, nil: Number.NaN }), { minLength: 1, maxLength: 200 }),
      fc.boolean(),
      (drawn, isDescending) => {
        const values = drawn.map((value) => value + 0);
        const order = sortDocuments(values.length, [{ view: viewOf("number", values), isDescending }], false);
        const known = values.map((value) => (Number.isNaN(value) ? null : value));
        return [...order].join() === expectedOrder(known, (a, b) => a - b, isDescending).join();
      },
    ),
    { numRuns },
  );
  t.pass();
});

test("every range of ranks is the set of its documents, whichever checkpoints it is made from", (t) => {
  const count = 20_000;
  const values = Array.from({ length: count }, (_, at) =>
    at % 7 === 0 ? Number.NaN : (Math.imul(at, 0x9e3779b1) >>> 0) % 5000,
  );
  const view = viewOf("number", values);
  const ranks = rankDocuments(sortDocuments(count, [{ view, isDescending: false }], false), view);
  t.is(ranks.present, values.filter((value) => !Number.isNaN(value)).length);
  const into = new Uint32Array(wordsFor(count)).fill(0xffffffff);
  const place = fc.integer({ min: -1, max: 5001 });
  fc.assert(
    fc.property(place, place, fc.boolean(), (a, b, isInclusive) => {
      const [low, high] = [Math.min(a, b), Math.max(a, b)];
      fillRange(ranks, countBelow(ranks, view, low, false), countBelow(ranks, view, high, isInclusive), into);
      return values.every(
        (value, at) => hasBit(into, at) === (value >= low && (isInclusive ? value <= high : value < high)),
      );
    }),
    { numRuns },
  );
});

test("bits are counted, whichever they are", (t) => {
  fc.assert(
    fc.property(fc.uint32Array({ maxLength: 40 }), (bits) => {
      const ones = [...bits].map((word) => word.toString(2).replaceAll("0", "").length);
      return countBits(bits) === ones.reduce((sum, each) => sum + each, 0);
    }),
    { numRuns },
  );
  t.pass();
});

test("bits are set in ranges, counted and listed", (t) => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 2000 }), fc.nat(2000), fc.nat(2000), (count, a, b) => {
      const [from, to] = [Math.min(a, b, count), Math.min(Math.max(a, b), count)];
      const bits = new Uint32Array(wordsFor(count));
      setRange(bits, from, to);
      const expected = Array.from({ length: to - from }, (_, at) => from + at);
      return countBits(bits) === to - from && [...listBits(bits, to - from)].join() === expected.join();
    }),
    { numRuns },
  );
  t.pass();
});
