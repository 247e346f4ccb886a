import test from "ava";
import fc from "fast-check";
import { parseInstant } from "../../../contracts/content-datetime.js";

const numRuns = Number(process.env["KILN_RUNS"] ?? 100);

test("dates with offsets and years 0001 to 9999 are instants (rules/edge 25)", (t) => {
  t.is(parseInstant("2026-03-01T12:00:00Z"), Date.UTC(2026, 2, 1, 12));
  t.is(parseInstant("2026-03-01T12:00:00+02:00"), Date.UTC(2026, 2, 1, 10));
  t.is(parseInstant("2026-03-01T12:00-00:30"), Date.UTC(2026, 2, 1, 12, 30));
  t.is(parseInstant("2026-03-01"), Date.UTC(2026, 2, 1));
  t.is(parseInstant("2026-03-01T12:00:00.123456789Z"), Date.UTC(2026, 2, 1, 12, 0, 0, 123));
  t.is(parseInstant("2026-03-01T12:00:00.5"), Date.UTC(2026, 2, 1, 12, 0, 0, 500));
  t.is(parseInstant("0001-01-01T00:00:00Z"), Date.parse("0001-01-01T00:00:00Z"));
  t.is(parseInstant("0096-02-29T00:00:00Z"), Date.parse("0096-02-29T00:00:00Z"));
  t.is(parseInstant("9999-12-31T23:59:59.999Z"), Date.parse("9999-12-31T23:59:59.999Z"));
});

test("a day that the calendar lacks, another shape and the year 0 are no instants (rules/edge 25)", (t) => {
  for (const text of [
    "",
    "today",
    "2026",
    "2026-02-29",
    "2026-13-01",
    "2026-04-31T00:00:00Z",
    "2026-04-30T24:00:00Z",
    "2026-04-30T10:60Z",
    "2026-04-30T10:00:60Z",
    "2026-04-30T10:00+24:00",
    "2026-04-30 10:00",
    "2026-04-30T10:00:00Zulu",
    "0000-01-01",
    "+002026-01-01",
    " 2026-01-01",
    "2026-01-01\n",
  ])
    t.is(parseInstant(text), null, JSON.stringify(text));
});

test("agrees with the runtime on every text that it writes", (t) => {
  fc.assert(
    fc.property(
      fc.date({
        min: new Date("0001-01-01T00:00:00Z"),
        max: new Date("9999-12-31T23:59:59Z"),
        noInvalidDate: true,
      }),
      (date) => parseInstant(date.toISOString()) === date.getTime(),
    ),
    { numRuns },
  );
  t.pass();
});
