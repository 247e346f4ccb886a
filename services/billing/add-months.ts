/**
 * Returns the same day and time `count` months later in UTC, or the last day of a shorter month: one month
 * after 31 January is 28 February, or 29 February in a leap year.
 */
export function addMonths(at: number, count: number): number {
  const from = new Date(at);
  const to = new Date(at);
  to.setUTCDate(1);
  to.setUTCMonth(from.getUTCMonth() + count);
  const lastDay = new Date(Date.UTC(to.getUTCFullYear(), to.getUTCMonth() + 1, 0)).getUTCDate();
  to.setUTCDate(Math.min(from.getUTCDate(), lastDay));
  return to.getTime();
}
