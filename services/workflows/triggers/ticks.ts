import { invalidParams } from "../../../contracts/errors.js";
import type { ScheduleSettings } from "../../../contracts/workflow-triggers.js";
import { Ticks } from "./tick-search.js";
import { canonicalZone } from "./time-zone.js";

/** The number of ticks, and the years after the first of them, in which one is searched that follows another too soon. */
const LOOKED_AT = 50;
const LOOKED_AT_MS = 10 * 366 * 86_400_000;

const SHAPE = "schedule.cron must be a cron expression of five fields, or six with seconds first.";
const FIELDS = /^\s*\S+(?:\s+\S+){4,5}\s*$/;

/** Returns the first tick of a schedule after a moment; null when there is none (rules/workflows 48). */
export const tickAfter = (schedule: ScheduleSettings, at: number): Promise<number | null> =>
  new Ticks(schedule).after(at);

/** Throws `invalid_params` for an expression or a zone that cannot be read, and for ticks closer than `leastMs`. */
export async function checkSchedule(schedule: ScheduleSettings, now: number, leastMs: number): Promise<void> {
  if (canonicalZone(schedule.timeZone) === null)
    throw invalidParams('schedule.timeZone must be an IANA time zone, as in "Europe/Berlin".');
  // The library accepts dates, nicknames and years too, which are refused here.
  if (!FIELDS.test(schedule.cron)) throw invalidParams(`${SHAPE} "0 9 * * 1-5" is nine o'clock on weekdays.`);
  // The first day with ticks tells which seconds there are. Few of them are left in the hour that a change of clocks
  // skips, in which the library looks at each time.
  await refuseClose(new Ticks({ ...schedule, timeZone: "UTC" }), startOfDay(now), { leastMs, count: 1 });
  await refuseClose(new Ticks(schedule), now, { leastMs, count: LOOKED_AT });
}

const startOfDay = (now: number): number => new Date(now).setUTCHours(0, 0, 0, -1);

/** Throws `invalid_params` where one of the next ticks is too close to the one before, and where there is none. */
async function refuseClose(
  ticks: Ticks,
  from: number,
  { leastMs, count }: { leastMs: number; count: number },
): Promise<void> {
  const first = await firstTick(ticks, from);
  if (first === null) throw invalidParams("schedule.cron matches no future time.");
  let last = first;
  for (let looked = 0; looked < count && last - first < LOOKED_AT_MS; looked += 1) {
    const next = await ticks.after(last);
    if (next === null) return;
    if (next - last < leastMs)
      throw invalidParams(`schedule.cron: ticks must be at least ${leastMs / 1000} seconds apart.`);
    last = next;
  }
}

async function firstTick(ticks: Ticks, from: number): Promise<number | null> {
  try {
    return await ticks.after(from);
  } catch (error) {
    const reason = error instanceof Error ? error.message.replace(/^CronPattern: /, "") : "";
    throw invalidParams(`${SHAPE} ${reason}`);
  }
}
