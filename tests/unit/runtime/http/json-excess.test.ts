import test from "ava";
import fc from "fast-check";
import { excessOf, MAX_JSON_DEPTH, MAX_JSON_VALUES } from "../../../../runtime/http/json-text.js";

const depths = (text: string) => /levels deep/.test(excessOf(Buffer.from(text)) ?? "");
const nested = (levels: number) => `${"[".repeat(levels)}${"]".repeat(levels)}`;

test("lists and objects may be nested up to the limit", (t) => {
  t.false(depths(nested(MAX_JSON_DEPTH)));
  t.true(depths(nested(MAX_JSON_DEPTH + 1)));
  t.true(depths('{"a":'.repeat(MAX_JSON_DEPTH + 1)));
  t.true(depths("[".repeat(MAX_JSON_DEPTH + 1)));
});

test("many lists beside each other are not deep", (t) => {
  t.false(depths(`[${Array(5000).fill("[[]]").join()}]`));
});

test("brackets within strings do not count, whatever is escaped there", (t) => {
  t.false(depths(JSON.stringify("[".repeat(5000))));
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (text) => {
      const body = JSON.stringify({ [`${text}\\`]: `"\\${"[{".repeat(MAX_JSON_DEPTH)}${text}` });
      return !depths(body) && depths(`[${body},${nested(MAX_JSON_DEPTH)}]`);
    }),
    { numRuns: Number(process.env.KILN_RUNS ?? 100) },
  );
});

test("a text has values up to the limit, wherever they stand, and what stands in strings is none (rules/edge 16)", (t) => {
  const excess = (text: string) => excessOf(Buffer.from(text));
  const [zeros, empties] = ["0,".repeat(MAX_JSON_VALUES - 1), "{},".repeat(MAX_JSON_VALUES / 2 - 1)];
  t.is(excess(`[${zeros}0]`), null);
  t.regex(excess(`[0,${zeros}0]`) ?? "", /^may have 500000 values, no more\.$/);
  t.is(excess(`[${empties}{}]`), null);
  t.regex(excess(`[0,${empties}{}]`) ?? "", /values/);
  const keys = Array.from({ length: MAX_JSON_VALUES + 1 }, (_, at) => `"${at}":0`).join();
  t.regex(excess(`{${keys}}`) ?? "", /values/);
  t.is(excess(JSON.stringify([",[{".repeat(MAX_JSON_VALUES)])), null);
});
