import test from "ava";
import { Balance } from "../../../entities/balance.js";
import { LedgerEntry } from "../../../entities/ledger-entry.js";
import { Payment } from "../../../entities/payment.js";
import { PaymentEvent as SeenEvent } from "../../../entities/payment-event.js";
import { handlePaymentEvent } from "../../../services/billing/handle-payment-event.js";
import { hold, readBalance, release, settle } from "../../../services/billing/index.js";
import { monthAfter, rollOver } from "../../../services/billing/roll-over.js";
import { verifyLedger } from "../../../services/billing/verify-ledger.js";
import { makeBalance } from "../../helpers/make-balance.js";
import { makeCheckout } from "../../helpers/make-checkout.js";
import { openTestStore } from "../../helpers/open-test-store.js";

const db = await openTestStore();
test.after.always(() => db.close());

const at = (date: string) => Date.parse(`${date}T00:00:00Z`);
const iso = (ms: number | null) => (ms === null ? null : new Date(ms).toISOString().slice(0, 10));

/** Makes an account that has been on a plan since a day of the past. */
async function subscribed(
  tier: "standard" | "pro",
  interval: "month" | "year",
  since: string,
): Promise<string> {
  const id = await makeBalance(db, 500);
  const checkoutId = await makeCheckout(db, id, { kind: "subscription", dollars: null, tier, interval });
  const state = { cancelAtPeriodEnd: false, pastDue: false, hasEnded: false, readAt: 0 };
  await db.transact((tx) =>
    handlePaymentEvent(tx, {
      id: `e:${checkoutId}`,
      kind: "checkout.completed",
      checkoutId,
      paymentStatus: "paid",
      reference: checkoutId,
      subscription: { ...state, id: checkoutId, periodStart: at(since) },
    }),
  );
  return id;
}

async function spend(id: string, credits: number): Promise<void> {
  const workId = `w-${id}`;
  await db.transact(async (tx) => {
    await hold(tx, {
      workId,
      payerId: id,
      actorId: id,
      credits,
      projectId: null,
      budgetId: null,
      paidOnly: false,
    });
    const work = { workId, credits, kind: "generation", ref: workId, note: null, projectId: null } as const;
    await settle(tx, { ...work, actorId: id, actorEmail: null, previewStorageId: null, previewKind: null });
  });
}

/** Takes every step until none is left. Returns the number of steps. */
async function roll(id: string, now: number, renews = true): Promise<number> {
  for (let steps = 0; ; steps += 1)
    if (!(await db.transact((tx) => rollOver(tx, id, { now, renews })))) return steps;
}

test("a renewal that was counted before is no step, so that nobody looks at it for ever", async (t) => {
  const id = await subscribed("standard", "month", "2026-01-10");
  const balance = await readBalance(db.read, id);
  const paidUntil = balance?.paidUntil ?? 0;
  const reference = `manual:${balance?.subscription}:${paidUntil}`;
  await db.transact((tx) =>
    tx.insert(SeenEvent, { id: reference, kind: "subscription.renewed", payload: {}, createdAt: 0 }),
  );
  t.false(await db.transact((tx) => rollOver(tx, id, { now: paidUntil, renews: true })));
  t.is((await readBalance(db.read, id))?.paidUntil, paidUntil);
});

async function entriesOf(accountId: string): Promise<[string, number][]> {
  const rows = await db.read.find(LedgerEntry, { accountId }, { order: { createdAt: "ASC", id: "ASC" } });
  return rows.map(({ kind, deltaCredits }) => [kind, deltaCredits]);
}

async function isBalanced(id: string): Promise<boolean> {
  const { mismatches } = await verifyLedger(db.read);
  return mismatches.every(
    ({ accountId, problem }) => accountId !== id || problem.startsWith("has no") || problem.includes("w-"),
  );
}

test("a manual plan renews itself at its end: rest taken back, new grant, purchased credits kept (rules/billing 19, 21 and 38)", async (t) => {
  const id = await subscribed("standard", "month", "2026-01-10");
  await spend(id, 300);
  t.is(await roll(id, at("2026-02-09")), 0, "not before its end");
  t.is(await roll(id, at("2026-02-10")), 1);
  t.like(await readBalance(db.read, id), {
    tier: "standard",
    spentCreditsThisPeriod: 0,
    monthlyBudgetCredits: 2000,
    purchasedCredits: 500,
    periodStart: at("2026-02-10"),
    periodEnd: at("2026-03-10"),
    paidUntil: at("2026-03-10"),
  });
  t.deepEqual(await entriesOf(id), [
    ["adjustment", 500],
    ["monthly_grant", 2000],
    ["generation", -300],
    ["adjustment", -1700],
    ["monthly_grant", 2000],
  ]);
  t.is(await roll(id, at("2026-02-10")), 0, "once");
});

test("what was spent beyond the grant came out of the purchased credits, and stays spent (rules/billing 19)", async (t) => {
  const id = await subscribed("standard", "month", "2026-01-10");
  await spend(id, 2200);
  t.is(await roll(id, at("2026-02-10")), 1);
  t.like(await readBalance(db.read, id), { purchasedCredits: 300, spentCreditsThisPeriod: 0 });
  t.true(await isBalanced(id));
});

test("periods missed while the process was down are renewed one by one, each once (rules/billing 38)", async (t) => {
  const id = await subscribed("pro", "month", "2026-01-31");
  const now = at("2026-06-15");
  const takers = await Promise.all([roll(id, now), roll(id, now), roll(id, now)]);
  t.is(
    takers.reduce((sum, steps) => sum + steps, 0),
    4,
  );
  const balance = await readBalance(db.read, id);
  t.is(iso(balance.periodStart), "2026-05-31", "the 31st stays the 31st");
  t.is(iso(balance.periodEnd), "2026-06-30");
  t.is((await entriesOf(id)).filter(([kind]) => kind === "monthly_grant").length, 5);
  t.is(balance.purchasedCredits, 500);
  t.true(await isBalanced(id));
});

test("a step that dies half way leaves nothing, and its repeat counts once (rules/billing 38)", async (t) => {
  const id = await subscribed("standard", "month", "2026-01-10");
  const now = at("2026-02-11");
  const crash = db.transact(async (tx) => {
    await rollOver(tx, id, { now, renews: true });
    throw new Error("crash");
  });
  await t.throwsAsync(crash, { message: "crash" });
  t.is((await entriesOf(id)).length, 2);
  t.is(await roll(id, now), 1);
  t.is((await entriesOf(id)).length, 4);
});

test("a year has twelve monthly grants, is paid again after them, and currentPeriodEnd is the next grant (rules/billing 42)", async (t) => {
  const id = await subscribed("standard", "year", "2026-01-31");
  t.is(iso((await readBalance(db.read, id)).periodEnd), "2026-02-28");
  t.is(await roll(id, at("2027-01-30")), 11);
  const last = await readBalance(db.read, id);
  t.is(iso(last.periodEnd), "2027-01-31");
  t.is(last.paidUntil, last.periodEnd);
  t.is((await entriesOf(id)).filter(([kind]) => kind === "monthly_grant").length, 12);
  t.is(await roll(id, at("2027-01-31")), 1, "renewed for another year");
  const renewed = await readBalance(db.read, id);
  t.is(iso(renewed.periodEnd), "2027-02-28");
  t.is(iso(renewed.paidUntil), "2028-01-31");
});

test("a canceled plan ends with what is paid: tier none, unused grant taken back, purchased credits kept (rules/billing 19 and 21)", async (t) => {
  for (const [interval, end, steps] of [
    ["month", "2026-02-10", 1],
    ["year", "2027-01-10", 12],
  ] as const) {
    const id = await subscribed("standard", interval, "2026-01-10");
    await db.transact((tx) => tx.update(Balance, { id }, { cancelAtPeriodEnd: true }));
    t.is(await roll(id, at(end)), steps);
    t.like(await readBalance(db.read, id), {
      tier: "none",
      interval: null,
      periodEnd: null,
      cancelAtPeriodEnd: false,
      monthlyBudgetCredits: 0,
      purchasedCredits: 500,
      hasPurchased: true,
      subscription: null,
    });
    t.true(await isBalanced(id));
    t.is(await roll(id, at("2030-01-01")), 0);
  }
});

test("where buying is off, or another gateway is used, a manual plan ends instead of renewing (rules/billing 38)", async (t) => {
  const id = await subscribed("standard", "month", "2026-01-10");
  t.is(await roll(id, at("2026-04-01"), false), 1);
  t.is((await readBalance(db.read, id)).tier, "none");
});

test("a month after a day is counted from the plan's start", (t) => {
  const anchor = at("2027-12-31");
  t.is(iso(monthAfter(anchor, anchor)), "2028-01-31");
  t.is(iso(monthAfter(anchor, at("2028-01-31"))), "2028-02-29");
  t.is(iso(monthAfter(anchor, at("2028-02-29"))), "2028-03-31");
});

test("what a hold keeps of an ended grant is refunded or taken back, never both, whichever comes first (rules/billing 11)", async (t) => {
  for (const isRefundedFirst of [true, false]) {
    const id = await subscribed("standard", "month", "2026-01-10");
    const { paymentId } = await readBalance(db.read, id);
    const workId = `kept-${id}`;
    await db.transact((tx) =>
      hold(tx, {
        workId,
        payerId: id,
        actorId: id,
        credits: 2400,
        projectId: null,
        budgetId: null,
        paidOnly: false,
      }),
    );
    t.is(await roll(id, at("2026-02-11"), false), 1);
    t.like(await readBalance(db.read, id), { purchasedCredits: 2400, heldCredits: 2400 });
    const refund = () =>
      db.transact((tx) =>
        handlePaymentEvent(tx, {
          id: `refund:${id}`,
          kind: "payment.refunded",
          reference: paymentId ?? "",
          cents: 1900,
          refundedCents: 1900,
        }),
      );
    if (isRefundedFirst) await refund();
    await db.transact((tx) => release(tx, { workId }));
    await refund();
    t.like(await readBalance(db.read, id), { purchasedCredits: 500, heldCredits: 0 });
    t.like(await db.read.findOne(Payment, { id: paymentId ?? "" }), { credits: 2000, takenCredits: 2000 });
    t.true(await isBalanced(id));
  }
});

test("a period that ends while its work ends leaves nothing of its grant (rules/billing 11)", async (t) => {
  for (let round = 0; round < 10; round += 1) {
    const id = await subscribed("standard", "month", "2026-01-10");
    const workId = `race-${id}`;
    await db.transact((tx) =>
      hold(tx, {
        workId,
        payerId: id,
        actorId: id,
        credits: 2400,
        projectId: null,
        budgetId: null,
        paidOnly: false,
      }),
    );
    await Promise.all([
      db.transact((tx) => rollOver(tx, id, { now: at("2026-02-11"), renews: false })),
      db.transact((tx) => release(tx, { workId })),
    ]);
    t.like(await readBalance(db.read, id), { purchasedCredits: 500, heldCredits: 0 });
  }
});
