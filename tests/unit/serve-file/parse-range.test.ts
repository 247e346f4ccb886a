import test from "ava";
import fc from "fast-check";
import { parseRange } from "../../../runtime/http/serve-file/parse-range.js";

const numRuns = Number(process.env.KILN_RUNS ?? 100);

test("single ranges are read as RFC 9110 has them (rules/storage 18)", (t) => {
  t.deepEqual(parseRange("bytes=0-0", 10), { start: 0, end: 0 });
  t.deepEqual(parseRange("bytes=2-5", 10), { start: 2, end: 5 });
  t.deepEqual(parseRange("bytes=2-", 10), { start: 2, end: 9 });
  t.deepEqual(parseRange("bytes=2-99", 10), { start: 2, end: 9 });
  t.deepEqual(parseRange("bytes=-3", 10), { start: 7, end: 9 });
  t.deepEqual(parseRange("bytes=-99", 10), { start: 0, end: 9 });
  t.deepEqual(parseRange("BYTES=1-2", 10), { start: 1, end: 2 });
});

test("a range beyond the file is unsatisfiable", (t) => {
  t.is(parseRange("bytes=10-", 10), "unsatisfiable");
  t.is(parseRange("bytes=10-20", 10), "unsatisfiable");
  t.is(parseRange("bytes=-0", 10), "unsatisfiable");
  t.is(parseRange("bytes=0-", 0), "unsatisfiable");
});

test("several ranges, other units and nonsense count as no header", (t) => {
  for (const header of [
    undefined,
    "",
    "bytes",
    "bytes=",
    "bytes=-",
    "bytes=5-2",
    "bytes=0-1,3-4",
    "lines=0-1",
    "bytes=a-b",
    "bytes=1.5-2",
    "bytes=0x1-2",
  ]) {
    t.is(parseRange(header, 10), null, header);
  }
});

test("whatever the header, a range lies within the file", (t) => {
  const part = fc.oneof(
    fc.constant(""),
    fc.nat({ max: 50 }).map(String),
    fc.maxSafeNat().map(String),
    fc.bigInt(0n, 10n ** 30n).map(String),
  );
  fc.assert(
    fc.property(part, part, fc.nat({ max: 40 }), (first, last, size) => {
      const range = parseRange(`bytes=${first}-${last}`, size);
      if (range === null || range === "unsatisfiable") return;
      t.true(Number.isSafeInteger(range.start) && Number.isSafeInteger(range.end));
      t.true(range.start >= 0 && range.start <= range.end && range.end < size);
    }),
    { numRuns },
  );
});
