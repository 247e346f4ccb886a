import test from "ava";
import fc from "fast-check";
import { inexactNumber } from "../../../../runtime/http/json-text.js";

const found = (text: string) => inexactNumber(Buffer.from(text));

test("numbers that JSON cannot carry exactly are found (rules/edge 23)", (t) => {
  for (const number of ["1e400", "-1E+400", "9007199254740993", "-9007199254740992", "1".repeat(400)])
    for (const text of [number, `{"a":[1,${number}]}`, `["1", ${number} ]`]) t.is(found(text), number, text);
});

test("what is exact, and digits within strings and keys, is let through (rules/edge 23)", (t) => {
  for (const text of ["0", "-1.5e300", "9007199254740991", "-9007199254740991", "0.1", "1e-9", ""])
    t.is(found(text), null, text);
  t.is(found('{"9007199254740993":"1e400 \\" 1e400"}'), null);
  fc.assert(
    fc.property(fc.jsonValue(), fc.string(), (value, text) => {
      const body = JSON.stringify({ [`${text}1e400`]: `${text}"\\ 9007199254740993` });
      return found(body) === null && found(`[${body},1e999]`) === "1e999" && isExact(value);
    }),
    { numRuns: Number(process.env.KILN_RUNS ?? 100) },
  );
});

/** Safe whole numbers and fractions of any value that JSON.stringify writes are let through. */
function isExact(value: unknown): boolean {
  const text = JSON.stringify(value, (_, one: unknown) =>
    typeof one === "number" && Number.isInteger(one) && !Number.isSafeInteger(one) ? 0 : one,
  );
  return found(text) === null;
}
