import { Cron } from "croner";
import { invalidParams } from "../../../contracts/errors.js";
import type { ScheduleSettings } from "../../../contracts/workflow-triggers.js";

/** The number of ticks that are checked for one that follows another too soon. */
const LOOKED_AT = 50;

const SHAPE = "schedule.cron must be a cron expression of five fields, or six with seconds first.";
const FIELDS = /^\s*\S+(?:\s+\S+){4,5}\s*$/;

function isZone(timeZone: string): boolean {
  try {
    new Intl.DateTimeFormat("en", { timeZone });
    // An offset such as +01:00, which Intl also accepts, ignores daylight saving time.
    return !/^[+-]/.test(timeZone);
  } catch {
    return false;
  }
}

/**
 * Returns the first tick after a moment; null when there is none. A time that a change of clocks skips comes right
 * after the gap, and one that occurs twice counts the first time. A rule for every hour or minute follows the real
 * time.
 */
export const tickAfter = ({ cron, timeZone }: ScheduleSettings, at: number): number | null =>
  new Cron(cron, { timezone: timeZone, paused: true }).nextRun(new Date(at))?.getTime() ?? null;

/** Throws `invalid_params` for an expression or a zone that cannot be read, and for ticks closer than `leastMs`. */
export function checkSchedule(schedule: ScheduleSettings, now: number, leastMs: number): void {
  if (!isZone(schedule.timeZone))
    throw invalidParams('schedule.timeZone must be an IANA time zone, as in "Europe/Berlin".');
  // The library accepts dates, nicknames and years too, which are refused here.
  if (!FIELDS.test(schedule.cron)) throw invalidParams(`${SHAPE} "0 9 * * 1-5" is nine o'clock on weekdays.`);
  let last: number | null;
  try {
    last = tickAfter(schedule, now);
  } catch (error) {
    const reason = error instanceof Error ? error.message.replace(/^CronPattern: /, "") : "";
    throw invalidParams(`${SHAPE} ${reason}`);
  }
  if (last === null) throw invalidParams("schedule.cron matches no future time.");
  for (let count = 0; count < LOOKED_AT; count += 1) {
    const next = tickAfter(schedule, last);
    if (next === null) return;
    if (next - last < leastMs)
      throw invalidParams(`schedule.cron: ticks must be at least ${leastMs / 1000} seconds apart.`);
    last = next;
  }
}
