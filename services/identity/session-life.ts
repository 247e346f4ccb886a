const DAY_MS = 24 * 3600 * 1000;

/** 30 days from the last use (rules/identity 15). */
export const SESSION_MS = 30 * DAY_MS;
export const SESSION_SECONDS = SESSION_MS / 1000;

/** A session slides at most once a day: a row need not be written for every request. */
export const isDueToSlide = (expiresAt: number, now: number): boolean =>
  expiresAt - now < SESSION_MS - DAY_MS;
