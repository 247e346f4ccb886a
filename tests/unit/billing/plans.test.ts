import test from "ava";
import { addMonths } from "../../../services/billing/add-months.js";
import { firstTopupBonus, monthlyPriceOf, PLANS, priceOf } from "../../../services/billing/plans.js";

test("the plans are standard, pro and max, cheapest first (rules/billing 34)", (t) => {
  t.deepEqual(PLANS, [
    { tier: "standard", monthlyPriceUsd: 19, monthlyBudgetCredits: 2000 },
    { tier: "pro", monthlyPriceUsd: 49, monthlyBudgetCredits: 6000 },
    { tier: "max", monthlyPriceUsd: 199, monthlyBudgetCredits: 30000 },
  ]);
  t.is(monthlyPriceOf("none"), 0);
});

test("a year is 20% off, to the cent (rules/billing 22)", (t) => {
  t.deepEqual(
    (["standard", "pro", "max"] as const).map((tier) => [priceOf(tier, "month"), priceOf(tier, "year")]),
    [
      [19, 182.4],
      [49, 470.4],
      [199, 1910.4],
    ],
  );
});

test("a first top-up adds 10%, at most 500 credits (rules/billing 22)", (t) => {
  t.deepEqual([500, 4990, 5000, 5010, 100_000].map(firstTopupBonus), [50, 499, 500, 500, 500]);
});

test("a month later is the same day, or the last of a shorter month", (t) => {
  const later = (from: string, months: number) => new Date(addMonths(Date.parse(from), months)).toISOString();
  t.is(later("2026-01-31T23:59:59.999Z", 1), "2026-02-28T23:59:59.999Z");
  t.is(later("2028-01-30T10:00:00.000Z", 1), "2028-02-29T10:00:00.000Z");
  t.is(later("2026-11-21T09:00:00.000Z", 1), "2026-12-21T09:00:00.000Z");
  t.is(later("2026-12-15T00:00:00.000Z", 1), "2027-01-15T00:00:00.000Z");
  t.is(later("2028-02-29T00:00:00.000Z", 12), "2029-02-28T00:00:00.000Z");
});
