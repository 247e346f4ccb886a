/** Times that people mean most, as cron has them; any other is written as cron. */
export const TIMES = [
  ["0 9 * * *", "Every day at 9"],
  ["0 9 * * 1-5", "On weekdays at 9"],
  ["0 9 * * 1", "Mondays at 9"],
  ["0 * * * *", "Every hour"],
] as const;

/** "Mondays at 9, Europe/Berlin"; of a time that has no name its cron. */
export const timeName = (cron: string, timeZone: string): string =>
  `${TIMES.find(([time]) => time === cron)?.[1] ?? `At ${cron}`}, ${timeZone}`;
