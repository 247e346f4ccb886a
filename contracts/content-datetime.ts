const SHAPE =
  /^(\d{4})-(\d{2})-(\d{2})(?:T(\d{2}):(\d{2})(?::(\d{2})(?:\.(\d{1,9}))?)?(?:Z|([+-])(\d{2}):(\d{2}))?)?$/i;

const MINUTE = 60_000;

/** `Date.UTC` reads years below 100 as of the 20th century; 400 years later the calendar is the same. */
const CYCLE_YEARS = 400;
const CYCLE_MS = 146_097 * 24 * 60 * MINUTE;

const DAYS = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

function daysIn(year: number, month: number): number {
  const isLeap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  return month === 2 && !isLeap ? 28 : (DAYS[month - 1] ?? 0);
}

/**
 * The instant that an ISO 8601 text names, in milliseconds since the epoch; null for anything else. A date alone is
 * its midnight, a time without offset is UTC, and what is finer than a millisecond is cut off. Years 0001 to 9999
 * (decisions 2).
 */
export function parseInstant(text: string): number | null {
  const found = SHAPE.exec(text);
  if (found === null) return null;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = found
    .slice(1, 7)
    .map((part) => Number(part ?? 0));
  const offsetHours = Number(found[9] ?? 0);
  const offsetMinutes = Number(found[10] ?? 0);
  if (year < 1 || month < 1 || day < 1 || day > daysIn(year, month)) return null;
  if (hour > 23 || minute > 59 || second > 59 || offsetHours > 23 || offsetMinutes > 59) return null;
  const milliseconds = Number((found[7] ?? "").padEnd(3, "0").slice(0, 3));
  const offset = (found[8] === "-" ? -1 : 1) * (offsetHours * 60 + offsetMinutes) * MINUTE;
  const shifted = Date.UTC(year + CYCLE_YEARS, month - 1, day, hour, minute, second, milliseconds);
  return shifted - CYCLE_MS - offset;
}
