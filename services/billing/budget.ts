/**
 * The only place of budget arithmetic. Its functions are pure: a hold counts with its credits on the UTC day
 * on which it is made and, once it has ended, with its cost on the same day.
 */

/** The limits of a budget and what was used of them, as its row has them. */
export interface BudgetCount {
  dailyCredits: number | null;
  totalCredits: number | null;
  day: number;
  usedOfDay: number;
  usedInAll: number;
}

export const DAY_MS = 24 * 3600_000;

/** Returns the number of UTC days since 1970. */
export const dayOf = (at: number): number => Math.floor(at / DAY_MS);

/**
 * Returns the UTC day on which a hold counts. It is today, or tomorrow where a process whose clock is past midnight already has counted
 * on one of the budgets. A later day was written by a clock that was wrong for a moment, and is not taken over: the daily limit would
 * not renew before it. It renews at once then, because how much of its count is of today is not known.
 */
export function countingDay(now: number, days: readonly number[]): number {
  const today = dayOf(now);
  return Math.max(today, ...days.filter((day) => day <= today + 1));
}

export const usedOn = ({ day, usedOfDay }: Readonly<BudgetCount>, today: number): number =>
  day === today ? usedOfDay : 0;

/**
 * Returns the limit that the additional credits would exceed on this day; null if they fit. Credits of 0
 * always fit.
 */
export function passes(
  budget: Readonly<BudgetCount>,
  credits: number,
  today: number,
): { limit: "daily" | "total"; of: number; used: number } | null {
  if (credits === 0) return null;
  const { dailyCredits, totalCredits, usedInAll } = budget;
  if (totalCredits !== null && usedInAll + credits > totalCredits)
    return { limit: "total", of: totalCredits, used: usedInAll };
  const used = usedOn(budget, today);
  if (dailyCredits !== null && used + credits > dailyCredits)
    return { limit: "daily", of: dailyCredits, used };
  return null;
}

export const afterCount = (
  budget: Readonly<BudgetCount>,
  credits: number,
  today: number,
): Pick<BudgetCount, "day" | "usedOfDay" | "usedInAll"> => ({
  day: today,
  usedOfDay: usedOn(budget, today) + credits,
  usedInAll: budget.usedInAll + credits,
});
