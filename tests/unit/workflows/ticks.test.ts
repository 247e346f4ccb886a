import test from "ava";
import { checkSchedule, tickAfter } from "../../../services/workflows/triggers/ticks.js";

const ticks = async (
  cron: string,
  from: string,
  count: number,
  timeZone = "Europe/Berlin",
): Promise<string[]> => {
  const found: string[] = [];
  let at = Date.parse(from);
  for (let index = 0; index < count; index += 1) {
    at = (await tickAfter({ cron, timeZone }, at)) ?? Number.NaN;
    found.push(new Date(at).toISOString());
  }
  return found;
};

test("a time that the clocks leave out in spring comes right after the gap (rules/workflows 27)", async (t) => {
  t.deepEqual(await ticks("30 2 * * *", "2026-03-28T12:00:00Z", 2), [
    "2026-03-29T01:00:00.000Z",
    "2026-03-30T00:30:00.000Z",
  ]);
});

test("a time that comes twice in autumn counts once, the first time (rules/workflows 27)", async (t) => {
  t.deepEqual(await ticks("30 2 * * *", "2026-10-24T12:00:00Z", 2), [
    "2026-10-25T00:30:00.000Z",
    "2026-10-26T01:30:00.000Z",
  ]);
});

test("a rule of every hour follows the real time through both changes (rules/workflows 27)", async (t) => {
  t.deepEqual(await ticks("30 * * * *", "2026-10-24T23:00:00Z", 4), [
    "2026-10-24T23:30:00.000Z",
    "2026-10-25T00:30:00.000Z",
    "2026-10-25T01:30:00.000Z",
    "2026-10-25T02:30:00.000Z",
  ]);
  t.deepEqual(await ticks("30 * * * *", "2026-03-29T00:00:00Z", 3), [
    "2026-03-29T00:30:00.000Z",
    "2026-03-29T01:30:00.000Z",
    "2026-03-29T02:30:00.000Z",
  ]);
});

test("ticks closer than the least distance are refused", async (t) => {
  const now = Date.parse("2026-01-01T00:00:00Z");
  const check = (cron: string, leastMs: number) => checkSchedule({ cron, timeZone: "UTC" }, now, leastMs);
  await t.notThrowsAsync(check("* * * * *", 60_000));
  await t.throwsAsync(check("*/30 * * * * *", 60_000), { message: /at least 60 seconds apart/ });
  await t.throwsAsync(check("0,59 0 * * * *", 60_000), { message: /at least 60 seconds apart/ });
});
