import test from "ava";
import { Cron } from "croner";
import fc from "fast-check";
import { Ticks } from "../../../services/workflows/triggers/tick-search.js";
import { checkSchedule, tickAfter } from "../../../services/workflows/triggers/ticks.js";
import { canonicalZone } from "../../../services/workflows/triggers/time-zone.js";

const NOW = Date.parse("2026-11-28T12:00:00Z");
/** The kinds of years: seven weekdays on which a year begins, with and without a 29th of February. */
const KINDS = 14;

/** Expressions that match no day, and for each year of which the library computes for milliseconds. */
const COSTLY = [
  "0 0 1 * +0#5,1#5,2#5,3#5,4#5,5#5,6#5",
  "0 0 1 * +0#5,0L,1#5,1L,2#5,2L,3#5,3L,4#5,4L,5#5,5L,6#5,6L",
  "0 0 1W,2W,3W,4W,5W,6W,7W,8W,9W,10W,11W,12W,13W,14W,15W,16W,17W,18W,19W,20W,21W * +0L,6L",
];

test("an expression without a day is searched in a year of each kind, and not in all years (rules/workflows 48)", async (t) => {
  for (const timeZone of ["UTC", "Europe/Berlin"])
    for (const cron of ["0 0 30 2 *", ...COSTLY]) {
      const ticks = new Ticks({ cron, timeZone });
      t.is(await ticks.after(NOW), null, cron);
      t.true(ticks.searched <= KINDS + 1, `${cron}: ${ticks.searched} years`);
    }
});

test("the rarest days that there are have their ticks (rules/workflows 48)", async (t) => {
  const next = async (cron: string, from: string) => {
    const tick = await tickAfter({ cron, timeZone: "UTC" }, Date.parse(from));
    return tick === null ? null : new Date(tick).toISOString();
  };
  t.is(await next("0 0 29 2 *", "2096-03-01T00:00:00Z"), "2104-02-29T00:00:00.000Z");
  t.is(await next("0 0 29 2 +1", "2072-03-01T00:00:00Z"), "2112-02-29T00:00:00.000Z");
  t.is(await next("0 0 * 2 1#5", "2072-03-01T00:00:00Z"), "2112-02-29T00:00:00.000Z");
});

test("an expression whose hours a change of clocks always skips has no tick (rules/workflows 48)", async (t) => {
  const skipped = { cron: "*/10 2 * 3 +0L", timeZone: "Europe/Berlin" };
  const ticks = new Ticks(skipped);
  t.is(await ticks.after(NOW), null);
  t.true(ticks.searched <= 2 * KINDS, `${ticks.searched} years`);
  await t.throwsAsync(checkSchedule(skipped, NOW, 60_000), { message: /matches no future time/ });
  // Each second of the skipped hour is not looked at, year after year.
  await t.throwsAsync(checkSchedule({ ...skipped, cron: "* * 2 * 3 +0L" }, NOW, 60_000), {
    message: /at least 60 seconds apart/,
  });
});

test("other work has its turns while schedules are searched (rules/workflows 48)", async (t) => {
  const order: string[] = [];
  const checks = Array.from({ length: 20 }, async (_, index) => {
    const cron = COSTLY[index % COSTLY.length] ?? "";
    await t.throwsAsync(checkSchedule({ cron, timeZone: "UTC" }, NOW, 60_000), {
      message: /matches no future time/,
    });
    order.push("check");
  });
  const other = new Promise<void>((resolve) => {
    setImmediate(() => {
      order.push("other");
      resolve();
    });
  });
  await Promise.all([...checks, other]);
  t.true(order.indexOf("other") < checks.length / 2, order.join(" "));
});

test("all spellings of a zone are one zone (rules/workflows 48)", async (t) => {
  for (const timeZone of ["Europe/Berlin", "europe/berlin", "EUROPE/BERLIN", "eUrOpE/bErLiN"]) {
    t.is(canonicalZone(timeZone), "Europe/Berlin");
    t.is(new Ticks({ cron: "0 9 * * *", timeZone }).timeZone, "Europe/Berlin");
  }
  t.is(canonicalZone("utc"), "UTC");
  t.is(canonicalZone("us/eastern"), canonicalZone("America/New_York"));
  for (const none of ["Mars/Base", "", "+02:00", "-01:00"]) t.is(canonicalZone(none), null);
  t.is(
    await tickAfter({ cron: "0 9 * * *", timeZone: "europe/BERLIN" }, NOW),
    Date.parse("2026-11-29T08:00:00Z"),
  );
});

const field = (least: number, most: number): fc.Arbitrary<string> =>
  fc.oneof(
    fc.constant("*"),
    fc.integer({ min: least, max: most }).map(String),
    fc.tuple(fc.integer({ min: least, max: most }), fc.integer({ min: least, max: most })).map(String),
    fc.integer({ min: 2, max: 9 }).map((step) => `*/${step}`),
  );
const weekday = fc.oneof(
  fc.constant("*"),
  fc.constantFrom("1-5", "0", "+1", "5#3", "+3,4", "0L", "mon,sun", "+1#5"),
);
const day = fc.oneof(field(1, 31), fc.constantFrom("L", "LW", "15W", "1", "29"));
const cron = fc
  .tuple(field(0, 59), field(0, 23), day, field(1, 12), weekday)
  .map((fields) => fields.join(" "));
const zone = fc.constantFrom(
  "UTC",
  "Europe/Berlin",
  "America/Sao_Paulo",
  "Australia/Lord_Howe",
  "Pacific/Kiritimati",
  "Pacific/Pago_Pago",
  "Africa/Casablanca",
);
/** Moments around changes of clocks and turns of years, and any others. */
const moment = fc.oneof(
  fc.integer({ min: Date.UTC(2024, 0, 1), max: Date.UTC(2035, 0, 1) }),
  fc
    .tuple(
      fc.constantFrom("2026-03-29T01:00Z", "2026-10-25T00:30Z", "2027-01-01T00:00Z", "2028-01-01T00:00Z"),
      fc.integer({ min: -50_000_000, max: 50_000_000 }),
    )
    .map(([near, off]) => Date.parse(near) + off),
);

test("a search by years finds what the library finds (rules/workflows 27)", async (t) => {
  const run = fc.asyncProperty(cron, zone, moment, async (pattern, timeZone, at) => {
    const whole = new Cron(pattern, { timezone: timeZone, paused: true }).nextRun(new Date(at));
    t.is(
      await tickAfter({ cron: pattern, timeZone }, at),
      whole?.getTime() ?? null,
      `${pattern} ${timeZone} ${at}`,
    );
  });
  await fc.assert(run, { numRuns: Number(process.env.KILN_RUNS ?? 100) });
  t.pass();
});
