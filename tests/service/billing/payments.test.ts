import test from "ava";
import { Checkout } from "../../../entities/checkout.js";
import { LedgerEntry } from "../../../entities/ledger-entry.js";
import { PaymentEvent } from "../../../entities/payment-event.js";
import { handlePaymentEvent } from "../../../services/billing/handle-payment-event.js";
import { hold, readBalance, remainingOf, settle } from "../../../services/billing/index.js";
import { makeBalance } from "../../helpers/make-balance.js";
import { makeCheckout } from "../../helpers/make-checkout.js";
import { openTestStore } from "../../helpers/open-test-store.js";

const db = await openTestStore();
test.after.always(() => db.close());

const pay = (checkoutId: string, id = `test:${checkoutId}`, paymentStatus: "paid" | "unpaid" = "paid") =>
  db.transact((tx) =>
    handlePaymentEvent(tx, {
      id,
      kind: "checkout.completed",
      checkoutId,
      paymentStatus,
      reference: `pay_${checkoutId}`,
    }),
  );
const entriesOf = (accountId: string) =>
  db.read.find(LedgerEntry, { accountId }, { order: { createdAt: "ASC", id: "ASC" } });

test("a first top-up adds its bonus beside the credits, the next one none (rules/billing 22)", async (t) => {
  const id = await makeBalance(db, 500);
  const first = await makeCheckout(db, id);
  t.is(await pay(first), "counted");
  t.like(await readBalance(db.read, id), { purchasedCredits: 500 + 1000 + 100, hasPurchased: true });
  t.like((await entriesOf(id)).slice(1), [
    { kind: "topup", deltaCredits: 1000, ref: `pay_${first}` },
    { kind: "adjustment", deltaCredits: 100, ref: `pay_${first}` },
  ]);
  t.is(await pay(await makeCheckout(db, id)), "counted");
  t.is((await readBalance(db.read, id)).purchasedCredits, 2600);
});

test("one event twice, and two events of one link, count once, also at the same time (rules/billing 28)", async (t) => {
  const id = await makeBalance(db);
  const link = await makeCheckout(db, id);
  const outcomes = await Promise.all(["a", "a", "b", "c"].map((event) => pay(link, `${event}:${link}`)));
  t.deepEqual(outcomes.toSorted(), ["counted", "repeated", "repeated", "repeated"]);
  t.is((await readBalance(db.read, id)).purchasedCredits, 1100);
  t.is((await entriesOf(id)).length, 2);
  t.is((await db.read.findOne(Checkout, { id: link }))?.status, "paid");
});

test("of two first top-ups paid at once, one earns the bonus (rules/billing 22)", async (t) => {
  const id = await makeBalance(db);
  const links = await Promise.all([makeCheckout(db, id), makeCheckout(db, id)]);
  t.deepEqual(await Promise.all(links.map((link) => pay(link))), ["counted", "counted"]);
  t.is((await readBalance(db.read, id)).purchasedCredits, 2100);
});

test("credits come only with payment_status=paid, and a late payment counts (rules/billing 29)", async (t) => {
  const id = await makeBalance(db);
  const link = await makeCheckout(db, id);
  t.is(await pay(link, `early:${link}`, "unpaid"), "unpaid");
  t.like(await readBalance(db.read, id), { purchasedCredits: 0, hasPurchased: false });
  t.is(await pay(link, `late:${link}`), "counted");
  t.is((await readBalance(db.read, id)).purchasedCredits, 1100);
});

test("a payment that fails half way leaves nothing, and its repeat counts (rules/billing 28)", async (t) => {
  const id = await makeBalance(db);
  const link = await makeCheckout(db, id);
  const event = {
    id: `x:${link}`,
    kind: "checkout.completed",
    checkoutId: link,
    paymentStatus: "paid",
    reference: link,
  } as const;
  const crash = db.transact(async (tx) => {
    await handlePaymentEvent(tx, event);
    throw new Error("crash");
  });
  await t.throwsAsync(crash, { message: "crash" });
  t.is(await db.read.count(PaymentEvent, { id: event.id }), 0);
  t.is(await db.transact((tx) => handlePaymentEvent(tx, event)), "counted");
  t.is((await readBalance(db.read, id)).purchasedCredits, 1100);
});

test("an event of an unknown link is not_found", async (t) => {
  await t.throwsAsync(pay("00000000-0000-4000-8000-000000000000"), { code: "not_found" });
});

const subscription = { kind: "subscription", dollars: null, tier: "standard", interval: "month" } as const;

test("a subscription starts a period of a month with its grant, and is a purchase without bonus (rules/billing 17, 19 and 23)", async (t) => {
  const id = await makeBalance(db, 500);
  await pay(await makeCheckout(db, id, subscription));
  const balance = await readBalance(db.read, id);
  t.like(balance, {
    tier: "standard",
    interval: "month",
    monthlyBudgetCredits: 2000,
    hasPurchased: true,
    purchasedCredits: 500,
  });
  t.is(balance.paidUntil, balance.periodEnd);
  t.is(remainingOf(balance), 2500);
  const [, grant] = await entriesOf(id);
  const ref = `period:${new Date(balance.periodStart ?? 0).toISOString()}`;
  t.like(grant, { kind: "monthly_grant", deltaCredits: 2000, ref });
});

test("a change of plan takes the unused rest back and starts anew at once (rules/billing 19 and 24)", async (t) => {
  const id = await makeBalance(db, 500);
  await pay(await makeCheckout(db, id, subscription));
  const { periodStart } = await readBalance(db.read, id);
  await db.transact(async (tx) => {
    await hold(tx, {
      workId: `w-${id}`,
      payerId: id,
      actorId: id,
      credits: 300,
      projectId: null,
      budgetId: null,
      paidOnly: true,
    });
    const work = {
      workId: `w-${id}`,
      credits: 300,
      kind: "generation",
      ref: `w-${id}`,
      note: null,
      projectId: null,
    } as const;
    await settle(tx, { ...work, actorId: id, actorEmail: null, previewStorageId: null, previewKind: null });
  });
  await pay(await makeCheckout(db, id, { ...subscription, tier: "pro", interval: "year" }));
  const balance = await readBalance(db.read, id);
  t.like(balance, {
    tier: "pro",
    interval: "year",
    monthlyBudgetCredits: 6000,
    spentCreditsThisPeriod: 0,
    purchasedCredits: 500,
  });
  t.true((balance.paidUntil ?? 0) > (balance.periodEnd ?? 0), "a year has twelve periods");
  const [, , , rest, grant] = await entriesOf(id);
  t.like(rest, {
    kind: "adjustment",
    deltaCredits: -1700,
    ref: `period:${new Date(periodStart ?? 0).toISOString()}`,
  });
  t.like(grant, { kind: "monthly_grant", deltaCredits: 6000 });
});
