const SHAPE =
  /^(\d{4})-(\d{2})-(\d{2})(?:T(\d{2}):(\d{2})(?::(\d{2})(?:\.(\d{1,9}))?)?(?:Z|([+-])(\d{2}):(\d{2}))?)?$/i;

const MINUTE = 60_000;

/**
 * Years added before `Date.UTC` and subtracted again: it takes years below 100 for the 20th century, and the
 * calendar repeats after 400 years.
 */
const CYCLE_YEARS = 400;
const CYCLE_MS = 146_097 * 24 * 60 * MINUTE;

const DAYS = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

function daysIn(year: number, month: number): number {
  const isLeap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  return month === 2 && !isLeap ? 28 : (DAYS[month - 1] ?? 0);
}

/**
 * Returns the instant that an ISO 8601 text names, in milliseconds since the epoch; null for anything else. A
 * date alone is its midnight, a time without offset is UTC, and fractions below a millisecond are cut off.
 * Years 0001 to 9999 are accepted (rules/edge 25).
 */
export function parseInstant(text: string): number | null {
  const found = SHAPE.exec(text);
  if (found === null) return null;
  const [, year, month, day, hour, minute, second, fraction, sign, offsetHour, offsetMinute] = found;
  const date = { year: Number(year), month: Number(month), day: Number(day) };
  if (date.year < 1 || date.month < 1 || date.day < 1 || date.day > daysIn(date.year, date.month))
    return null;
  const time = minutesOf(hour, minute);
  const offset = minutesOf(offsetHour, offsetMinute);
  const seconds = Number(second ?? 0);
  if (time === null || offset === null || seconds > 59) return null;
  const milliseconds = fraction === undefined ? 0 : Number(fraction.padEnd(3, "0").slice(0, 3));
  const midnight = Date.UTC(date.year + CYCLE_YEARS, date.month - 1, date.day) - CYCLE_MS;
  const minutes = time - (sign === "-" ? -offset : offset);
  return midnight + minutes * MINUTE + seconds * 1000 + milliseconds;
}

function minutesOf(hour = "0", minute = "0"): number | null {
  const [hours, minutes] = [Number(hour), Number(minute)];
  return hours > 23 || minutes > 59 ? null : hours * 60 + minutes;
}
