import fc from "fast-check";
import test from "ava";
import { indentedLength, readableJson } from "../../../services/mcp/readable-json.js";
import { shorten } from "../../../services/mcp/list-tool.js";

/** Nests a value in lists. */
const nested = (levels: number, value: unknown): unknown[] =>
  levels === 1 ? [value] : [nested(levels - 1, value)];
/** A value of 490 levels with many elements, as a body may have. */
const deep = (elements: number) => ({
  graph: nested(
    489,
    Array.from({ length: elements }, () => 1),
  ),
});

test("a result of 490 levels and many elements is not indented, and a short one is (rules/mcp 5)", (t) => {
  for (const elements of [1000, 20_000, 400_000]) {
    const value = deep(elements);
    const compact = JSON.stringify(value);
    const text = readableJson(value);
    t.true(text.length < 2 * compact.length, `${text.length} characters of ${compact.length}`);
    t.is(text, compact);
  }
  const short = { job: { id: "a", results: [{ url: "b" }], none: [], empty: {} } };
  t.is(readableJson(short), JSON.stringify(short, null, 2));
});

test("a long result is indented as long as that makes it three times as long at most (rules/mcp 5)", (t) => {
  const document = { text: "x".repeat(4_000_000), tags: Array.from({ length: 1000 }, () => "a tag") };
  t.is(readableJson(document), JSON.stringify(document, null, 2));
  const lists = { lists: Array.from({ length: 20_000 }, () => [[[1]]]) };
  t.is(readableJson(lists), JSON.stringify(lists));
});

test("the length of the indented form is counted exactly", (t) => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 6 }), (value) => {
      const compact = JSON.stringify(value);
      return indentedLength(compact) === JSON.stringify(value, null, 2).length;
    }),
    { numRuns: Number(process.env.KILN_RUNS ?? 100) },
  );
  const row = { id: 'a"b\\', list: [1, { of: "[{:,}]" }] };
  const [, , , ...lines] = JSON.stringify({ rows: [row] }, null, 2)
    .split("\n")
    .slice(0, -2);
  t.is(indentedLength(JSON.stringify(row), 2), ["{", ...lines].join("\n").length);
});

test("a row of a list that would be long only by its indentation is cut by the same count (rules/mcp 19)", (t) => {
  // Indented, the first row would be longer than a text can be.
  const rows = [deep(550_000), deep(100)];
  const short = shorten({ rows, total: 3 }, { rows: "rows", isCut: true }, {});
  t.deepEqual(short, { rows: rows.slice(0, 1), total: 3 });
  t.true(readableJson(short).length < 2 * JSON.stringify(short).length);
});
