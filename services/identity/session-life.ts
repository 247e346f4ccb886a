const DAY_MS = 24 * 3600 * 1000;

/** Milliseconds that a session lives after its last use: 30 days (rules/identity 15). */
export const SESSION_MS = 30 * DAY_MS;
export const SESSION_SECONDS = SESSION_MS / 1000;

/**
 * Returns true when a session's end is due to move. It moves at most once a day, so that a row need not be
 * written for every request.
 */
export const isDueToSlide = (expiresAt: number, now: number): boolean =>
  expiresAt - now < SESSION_MS - DAY_MS;
