import test from "ava";
import { planRequired, shortOfCredits } from "../../../services/billing/refuse-hold.js";

const funds = { monthlyBudgetCredits: 0, spentCreditsThisPeriod: 0, purchasedCredits: 50, heldCredits: 30 };

test("a refusal names the estimate and the balance (rules/billing 10)", (t) => {
  const error = shortOfCredits({ ...funds, heldCredits: 0 }, { estimate: 60, isOwn: true });
  t.is(error.code, "insufficient_credits");
  t.is(error.message, "This costs 60 credits and the balance is 50 credits. Nothing was charged.");
  t.deepEqual(error.details, { estimatedCredits: 60, balance: 50 });
});

test("a refusal that holds cause says so (rules/billing 10)", (t) => {
  const error = shortOfCredits(funds, { estimate: 40, isOwn: true });
  t.is(
    error.message,
    "This costs 40 credits and the balance is 50 credits, of which 30 are held for work in progress; 20 are free. Nothing was charged.",
  );
});

test("a member is told that the owner is short, and not what the owner has (rules/billing 15)", (t) => {
  const error = shortOfCredits(funds, { estimate: 60, isOwn: false });
  t.is(error.code, "owner_insufficient_credits");
  t.deepEqual(error.details, { estimatedCredits: 60 });
  t.false(error.message.includes("50"));
  t.regex(shortOfCredits(funds, { estimate: 40, isOwn: false }).message, /held for work in progress/);
});

test("plan_required carries the caller's own balance only (rules/mcp 6)", (t) => {
  t.deepEqual(planRequired(funds, { estimate: 9, isOwn: true, canBuy: true }).details, {
    estimatedCredits: 9,
    balance: 50,
  });
  const others = planRequired(funds, { estimate: 9, isOwn: false, canBuy: true });
  t.deepEqual(others.details, { estimatedCredits: 9 });
  t.is(others.message, "This model needs a plan or a top-up of the project's owner. Nothing was charged.");
});

test("where nothing can be bought, plan_required speaks of no plan and no top-up (rules/billing 31)", (t) => {
  const said = [true, false].map(
    (isOwn) => planRequired(funds, { estimate: 9, isOwn, canBuy: false }).message,
  );
  t.deepEqual(said, [
    "This model is not open to this account. Nothing was charged.",
    "This model is not open to the project's owner. Nothing was charged.",
  ]);
});
