import test from "ava";
import fc from "fast-check";
import { isTooDeep, MAX_JSON_DEPTH } from "../../../../runtime/http/json-text.js";

const depths = (text: string) => isTooDeep(Buffer.from(text));
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
