const WHOLE = new Intl.NumberFormat("en");
const RELATIVE = new Intl.RelativeTimeFormat("en", { numeric: "auto" });
const DAY = new Intl.DateTimeFormat("en", { day: "numeric", month: "short", year: "numeric" });

export const wholeNumber = (value: number): string => WHOLE.format(value);
export const credits = (value: number): string =>
  `${WHOLE.format(value)} ${value === 1 ? "credit" : "credits"}`;

/** Returns a time as "5 minutes ago", or as a date if it is more than a week ago. */
export function ago(time: string, now = Date.now()): string {
  const seconds = Math.round((Date.parse(time) - now) / 1000);
  const size = Math.abs(seconds);
  if (size < 45) return "just now";
  if (size < 3600) return RELATIVE.format(Math.round(seconds / 60), "minute");
  if (size < 86_400) return RELATIVE.format(Math.round(seconds / 3600), "hour");
  if (size < 604_800) return RELATIVE.format(Math.round(seconds / 86_400), "day");
  return DAY.format(new Date(time));
}

export function bytes(size: number): string {
  const units = ["B", "KB", "MB", "GB", "TB"];
  const power = size < 1 ? 0 : Math.min(units.length - 1, Math.floor(Math.log10(size) / 3));
  const value = size / 1000 ** power;
  return `${value >= 10 || power === 0 ? Math.round(value) : value.toFixed(1)} ${units[power]}`;
}

export const duration = (seconds: number): string =>
  seconds < 60
    ? `${Math.round(seconds * 10) / 10} s`
    : `${Math.floor(seconds / 60)}:${String(Math.round(seconds % 60)).padStart(2, "0")} min`;

const DOLLARS = new Intl.NumberFormat("en", { style: "currency", currency: "USD" });
const DAY_AND_TIME = new Intl.DateTimeFormat("en", { dateStyle: "medium", timeStyle: "short" });

export const dollars = (value: number): string => DOLLARS.format(value);
export const day = (time: string): string => DAY.format(new Date(time));
export const dayAndTime = (time: string): string => DAY_AND_TIME.format(new Date(time));

const SIGNED = new Intl.NumberFormat("en", { signDisplay: "exceptZero" });

/** Formats a number with its sign; a minus is as wide as a plus. */
export const signed = (value: number): string => SIGNED.format(value).replace("-", "\u2212");
