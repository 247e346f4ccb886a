import test from "ava";
import fc from "fast-check";
import { isExactNumber } from "../../../../contracts/exact-number.js";
import { inexactNumber } from "../../../../runtime/http/json-text.js";

const found = (text: string) => inexactNumber(Buffer.from(text));

test("numbers that JSON cannot carry exactly are found (rules/edge 23)", (t) => {
  const whole = ["9007199254740993", "-9007199254740992", "1".repeat(400), "1000000000000000000000"];
  const pointed = ["9007199254740993.0", "900719925474099.3e1", "9007199254740993e0", "90071992547409930E-1"];
  const between = [
    "1e20",
    "1E+20",
    "100000000000000000000",
    "9.007199254740993e15",
    "123456789012345678901.5",
  ];
  const large = [
    "1e400",
    "-1E+400",
    "9007199254740993e300",
    "1.00000000000000000001e21",
    "123456789012345678901234.5",
  ];
  for (const number of [...whole, ...pointed, ...between, ...large])
    for (const text of [number, `{"a":[1,${number}]}`, `["1", ${number} ]`]) t.is(found(text), number, text);
});

test("what is exact, and digits within strings and keys, is let through (rules/edge 23)", (t) => {
  const large = ["-1.5e300", "1e21", "1E+21", "0.10e+22", "1.7976931348623157e308", "-12.50e299"];
  const small = [
    "0",
    "-0",
    "9007199254740991",
    "-9007199254740991",
    "0.1",
    "1e-9",
    "1e5",
    "9007199254740991.0",
    "1e-400",
  ];
  for (const text of [...large, ...small, "", "-", "1e", "e"]) t.is(found(text), null, text);
  t.is(found('{"9007199254740993":"1e400 \\" 1e400"}'), null);
  fc.assert(
    fc.property(fc.jsonValue(), fc.string(), (value, text) => {
      const body = JSON.stringify({ [`${text}1e400`]: `${text}"\\ 9007199254740993` });
      return found(body) === null && found(`[${body},1e999]`) === "1e999" && isExact(value);
    }),
    { numRuns: Number(process.env.KILN_RUNS ?? 100) },
  );
});

test("what a number that was let through is written as is let through again (rules/edge 23)", (t) => {
  const digits = fc.stringMatching(/^-?(0|[1-9]\d{0,24})(\.\d{1,24})?([eE][-+]?\d{1,3})?$/);
  const near = fc.double({ noNaN: true, noDefaultInfinity: true }).map(String);
  fc.assert(
    fc.property(fc.oneof(digits, near), (text) => {
      if (found(text) !== null) return true;
      const written = JSON.stringify(JSON.parse(text));
      return found(written) === null && isExactNumber(Number(text)) && Number(written) === Number(text);
    }),
    { numRuns: 10 * Number(process.env.KILN_RUNS ?? 100) },
  );
  t.true(isExactNumber(1e21));
  for (const value of [Infinity, -Infinity, NaN, 2 ** 53, 1e20, -(2 ** 60)])
    t.false(isExactNumber(value), `${value}`);
});

/**
 * Returns whether all numbers are exact: safe whole numbers, those that JSON.stringify writes with an exponent, and any
 * fractions.
 */
function isExact(value: unknown): boolean {
  const text = JSON.stringify(value, (_, one: unknown) =>
    typeof one === "number" && Number.isInteger(one) && !Number.isSafeInteger(one) && Math.abs(one) < 1e21
      ? 0
      : one,
  );
  return found(text) === null;
}

test("a long number is looked at in time by its length (rules/edge 23)", (t) => {
  const zeros = (count: number) => "0".repeat(count);
  const long = `1${zeros(2_000_000)}1${zeros(2_000_000)}1e-3999700`;
  // A regular expression would take hours.
  t.is(inexactNumber(Buffer.from(`[${long}]`)), long);
});
