/** The most frequent schedules in cron syntax; any other one is entered as cron. */
export const TIMES = [
  ["0 9 * * *", "Every day at 9"],
  ["0 9 * * 1-5", "On weekdays at 9"],
  ["0 9 * * 1", "Mondays at 9"],
  ["0 * * * *", "Every hour"],
] as const;

/**
 * Returns a schedule in words, such as "Mondays at 9, Europe/Berlin", or its cron expression if it has no
 * name.
 */
export const timeName = (cron: string, timeZone: string): string =>
  `${TIMES.find(([time]) => time === cron)?.[1] ?? `At ${cron}`}, ${timeZone}`;
