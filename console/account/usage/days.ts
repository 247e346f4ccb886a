export const DAY_MS = 86_400_000;

/** The spans of the chart in days, the longest last. */
export const SPANS = [7, 30, 90] as const;
export type Span = (typeof SPANS)[number];
export const SPENDING_DAYS = SPANS[SPANS.length - 1] ?? 90;

/** Returns the day of a time in the person's time zone, such as 2026-11-24. */
export function dayOf(time: number | string): string {
  const at = new Date(time);
  const two = (value: number) => String(value).padStart(2, "0");
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
}

/** Returns the last days up to a time, the oldest first; a day of 23 or 25 hours counts as one. */
export function lastDays(count: number, now = Date.now()): string[] {
  const today = new Date(now);
  return Array.from({ length: count }, (_, at) =>
    dayOf(new Date(today.getFullYear(), today.getMonth(), today.getDate() - (count - 1 - at), 12).getTime()),
  );
}

const SHORT = new Intl.DateTimeFormat("en", { day: "numeric", month: "short" });
const LONG = new Intl.DateTimeFormat("en", { weekday: "long", day: "numeric", month: "long" });
const noon = (day: string) => new Date(`${day}T12:00:00`);

export const shortDay = (day: string): string => SHORT.format(noon(day));

/** Returns "Today", "Yesterday" or the written date of a day. */
export function nameOfDay(day: string, now = Date.now()): string {
  const [yesterday, today] = lastDays(2, now);
  if (day === today) return "Today";
  if (day === yesterday) return "Yesterday";
  return LONG.format(noon(day));
}
