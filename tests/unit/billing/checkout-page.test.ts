import test from "ava";
import { renderCheckoutPage, type CheckoutState } from "../../../services/billing/checkout-page.js";
import { html } from "../../../runtime/http/pages/html.js";
import type { Checkout } from "../../../entities/checkout.js";

const topup: Checkout = {
  id: "00000000-0000-4000-8000-000000000000",
  accountId: "account",
  kind: "topup",
  dollars: 60,
  tier: null,
  interval: null,
  status: "open",
  gateway: "manual",
  url: null,
  reference: null,
  expiresAt: Date.UTC(2026, 10, 22, 9, 30),
  createdAt: 0,
  paidAt: null,
};
const render = (state: CheckoutState, checkout = topup, bonusCredits = 0) =>
  renderCheckoutPage({ checkout, state, bonusCredits });

test("the manual page states amount, credits and bonus, and that no real payment is made (rules/billing 30)", (t) => {
  const page = render("open", topup, 500);
  for (const text of ["$60.00", "6,000", "500 credits", "No real payment is made", '<form method="post">'])
    t.true(page.includes(text), text);
  t.false(page.includes("<script"));
  t.false(render("open").includes("Bonus"));
});

test("the page of a year states the year's total (rules/billing 30)", (t) => {
  const page = render("open", {
    ...topup,
    kind: "subscription",
    dollars: null,
    tier: "standard",
    interval: "year",
  });
  for (const text of ["Total for the year", "$182.40", "2,000"]) t.true(page.includes(text), text);
});

test("a link that is paid, expired or for the current plan says so and has no form (rules/billing 41)", (t) => {
  for (const state of ["paidNow", "paid", "expired", "currentPlan"] as const)
    t.false(render(state).includes("<form"), state);
  t.regex(render("expired"), /expired on <time datetime="2026-11-22T09:30:00.000Z">2026-11-22 09:30 UTC/);
  t.regex(render("paid"), /counted once/);
});

test("what is put into markup is escaped", (t) => {
  t.is(
    html`<p title="${`"'`}">${"<b>&"}${html`<i>${1}</i>`}${null}</p>`.text,
    '<p title="&quot;&#39;">&lt;b&gt;&amp;<i>1</i></p>',
  );
});
