import test from "ava";
import fc from "fast-check";
import {
  excessOf,
  MAX_JSON_DEPTH,
  MAX_JSON_MEMBERS,
  MAX_JSON_VALUES,
} from "../../../../runtime/http/json-text.js";

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
  const keys = Array.from({ length: 1000 }, (_, at) => `"${at}":0`).join();
  t.regex(excess(`[${`{${keys}},`.repeat(MAX_JSON_VALUES / 1000)}0]`) ?? "", /values/);
  t.is(excess(JSON.stringify([",[{".repeat(MAX_JSON_VALUES)])), null);
});

test("one object has members up to the limit, however many objects stand beside it or in it (rules/edge 16)", (t) => {
  const excess = (text: string) => excessOf(Buffer.from(text));
  const members = (count: number, value = "0") =>
    `{${Array.from({ length: count }, (_, at) => `"k${at}" : ${value}`).join()}}`;
  const most = members(MAX_JSON_MEMBERS);
  t.is(excess(most), null);
  t.regex(excess(members(MAX_JSON_MEMBERS + 1)) ?? "", /^may have 20000 members in one object, no more\.$/);
  t.is(excess(`[${most},${most},{"a":${most}}]`), null);
  t.regex(excess(`[{},{"a":[${members(MAX_JSON_MEMBERS + 1)}]}]`) ?? "", /members/);
  // What comes behind an inner object counts on for the outer one.
  t.regex(excess(`{"a":{},${most.slice(1)}`) ?? "", /members/);
  t.regex(excess(`{"a":[[]],${most.slice(1)}`) ?? "", /members/);
  t.is(excess(members(MAX_JSON_MEMBERS / 2, '{":":":"}')), null);
});
