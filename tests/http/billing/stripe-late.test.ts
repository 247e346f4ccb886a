import test from "ava";
import { signUp } from "../../helpers/client.js";
import { openStripeKiln, type StripeKiln } from "../../helpers/open-stripe-kiln.js";
import { until } from "../../helpers/until.js";
import { confirmEnd } from "../../../services/billing/confirm-ends.js";
import { rollOver } from "../../../services/billing/roll-over.js";

const DAY_MS = 24 * 3600_000;

/** Payments at Stripe that no plan waits for, in time or at all: none of them is lost. */
let site: StripeKiln;
test.before(async () => {
  site = await openStripeKiln();
});
test.after.always(() => site?.close());

test.serial(
  "a plan that is canceled while its next invoice is open goes on until Stripe says that it is over, and the late payment is a period (rules/billing 45)",
  async (t) => {
    const { stripe, kiln, deliver, account } = site;
    const { person, id } = await site.subscribed();
    const later = Date.now() + 80 * DAY_MS;
    const { invoice } = stripe.renew(id, false);
    t.is((await person.api.post("/v1/billing/subscription/cancel")).status, 200);
    t.false(await kiln.host.transact((tx) => rollOver(tx, person.id, { now: later, renews: false })));
    await confirmEnd(kiln.host, person.id, later);
    t.like((await account(person)).user, { tier: "standard", cancelAtPeriodEnd: true, pastDue: true });
    await deliver(stripe.payLate(invoice));
    const [item] = stripe.subscriptions.get(id)?.items.data ?? [];
    const { user } = await account(person);
    t.like(user, { tier: "standard", cancelAtPeriodEnd: true, pastDue: false });
    t.is(Date.parse(user.currentPeriodEnd), (item?.current_period_end ?? 0) * 1000);
    stripe.end(id);
    stripe.outage = 503;
    const failed = await t.throwsAsync(confirmEnd(kiln.host, person.id, later));
    stripe.outage = null;
    t.like(failed, { failure: "unavailable" });
    t.is((await account(person)).user.tier, "standard");
    await confirmEnd(kiln.host, person.id, Date.now());
    t.is((await account(person)).user.tier, "standard", "its paid time is not over");
    await confirmEnd(kiln.host, person.id, later);
    t.is((await account(person)).user.tier, "none");
  },
);

test("an invoice that is paid after its plan ended here starts the plan again, once, until the paid end (rules/billing 45)", async (t) => {
  const { stripe, deliver, account, usage } = site;
  const { person, id } = await site.subscribed();
  const late = stripe.renew(id);
  await deliver(stripe.end(id));
  t.is((await account(person)).user.tier, "none");
  await deliver(late.event, late.event, stripe.event("invoice.paid", late.invoice));
  const { user, remainingCredits } = await account(person);
  t.like(user, { tier: "standard", cancelAtPeriodEnd: true });
  const [item] = stripe.subscriptions.get(id)?.items.data ?? [];
  t.is(Date.parse(user.currentPeriodEnd), (item?.current_period_end ?? 0) * 1000);
  t.is(remainingCredits, 2500);
  t.deepEqual((await usage(person)).slice(2), [
    ["adjustment", -2000],
    ["monthly_grant", 2000],
  ]);
  await deliver(stripe.refund(late.invoice.id, 1900));
  t.is((await account(person)).remainingCredits, 500);
});

test("an invoice of a plan that another one replaced becomes credits at its price, once, and its subscription is ended (rules/billing 45)", async (t) => {
  const { stripe, deliver, account } = site;
  const { person, id } = await site.subscribed();
  const late = stripe.renew(id);
  await deliver(...stripe.complete(await site.plan(person, "pro")));
  await deliver(late.event, late.event, stripe.event("invoice.paid", late.invoice));
  t.is((await account(person)).user.tier, "pro");
  t.is((await account(person)).remainingCredits, 500 + 6000 + 1900);
  await until(async () => stripe.subscriptions.get(id)?.status === "canceled");
  await deliver(stripe.refund(late.invoice.id, 1900));
  t.is((await account(person)).remainingCredits, 500 + 6000);
});

test("a paid invoice of a subscription that nobody has is an error in the log and counted (rules/billing 45)", async (t) => {
  const { stripe, kiln, send, subscribed } = site;
  const { id } = await subscribed();
  const { event } = stripe.renew(id);
  const foreign = JSON.parse(JSON.stringify(event).replaceAll(id, "sub_foreign"));
  foreign.data.object.id = "in_foreign";
  foreign.data.object.parent.subscription_details.metadata = {};
  t.is((await send(foreign)).status, 200);
  const metrics = await (await fetch(`${kiln.url}/metrics`)).text();
  t.regex(metrics, /^kiln_payments_unknown_total\{gateway="stripe"\} 1$/m);
});

test("a renewal counts, whichever version of Stripe's API the webhook's endpoint has (rules/billing 46)", async (t) => {
  const { stripe, deliver, account } = site;
  const { person, id } = await site.subscribed();
  const failed = stripe.renew(id, false);
  await deliver(stripe.inOlderForm(failed.event));
  t.true((await account(person)).user.pastDue);
  await deliver(stripe.inOlderForm(stripe.payLate(failed.invoice)));
  const { user } = await account(person);
  const [item] = stripe.subscriptions.get(id)?.items.data ?? [];
  t.false(user.pastDue);
  t.is(Date.parse(user.currentPeriodEnd), (item?.current_period_end ?? 0) * 1000);
});

test("an invoice of a subscription that cannot be read is not taken, so that it is sent again (rules/billing 44 and 46)", async (t) => {
  const { stripe, send } = site;
  const { id } = await site.subscribed();
  const { invoice, event } = stripe.renew(id);
  const older = stripe.inOlderForm(event);
  stripe.invoices.delete(invoice.id);
  t.is((await send(older)).status, 503);
});

test("only the invoice of a next period renews: prorations and invoices made by hand grant nothing (rules/billing 46)", async (t) => {
  const { stripe, deliver, account, usage } = site;
  const { person, id } = await site.subscribed();
  const before = [await account(person), await usage(person)];
  for (const reason of ["subscription_update", "manual"] as const) {
    await deliver(stripe.bill(id, reason, 700).event);
    await deliver(stripe.event("invoice.payment_failed", stripe.bill(id, reason, 700).invoice));
  }
  t.deepEqual([await account(person), await usage(person)], before);
});

test("of two links for one plan that are both paid, the second becomes credits at its price and its subscription is ended (rules/billing 47)", async (t) => {
  const { stripe, deliver, account, usage } = site;
  const person = await signUp(site.kiln.url);
  const [first, second] = [await site.plan(person), await site.plan(person)];
  const [one, two] = [stripe.complete(first), stripe.complete(second)];
  await deliver(...one);
  const { currentPeriodEnd } = (await account(person)).user;
  await deliver(...two, ...two);
  t.is((await account(person)).remainingCredits, 500 + 2000 + 1900);
  t.is((await account(person)).user.currentPeriodEnd, currentPeriodEnd);
  t.deepEqual((await usage(person)).slice(1), [
    ["monthly_grant", 2000],
    ["topup", 1900],
  ]);
  await until(async () => stripe.subscriptions.get(second.subscription ?? "")?.status === "canceled");
  t.is(stripe.subscriptions.get(first.subscription ?? "")?.status, "active");
  await deliver(
    stripe.event("customer.subscription.deleted", stripe.subscriptions.get(second.subscription ?? "") ?? {}),
  );
  t.is((await account(person)).user.tier, "standard");
});

test("a counted plan closes the account's other open links for plans at Stripe, and no link of a top-up or of another account (rules/billing 47)", async (t) => {
  const { stripe, deliver } = site;
  const [person, other] = [await signUp(site.kiln.url), await signUp(site.kiln.url)];
  const [paid, same, dearer] = [
    await site.plan(person),
    await site.plan(person),
    await site.plan(person, "pro"),
  ];
  const topup = await person.api.post("/v1/billing/checkout", { kind: "topup", dollars: 20 });
  const foreign = await site.plan(other);
  await deliver(...stripe.complete(paid));
  await until(async () => same.status === "expired" && dearer.status === "expired");
  t.is(paid.status, "complete");
  t.is(stripe.sessionOf(topup.body.url).status, "open");
  t.is(foreign.status, "open");
});

test.serial(
  "a cancel that Stripe answered before a later resume does not overwrite it (rules/billing 48)",
  async (t) => {
    const { stripe, deliver, account } = site;
    for (const [late, isCanceledAfter] of [
      ["cancel", false],
      ["resume", true],
    ] as const) {
      const { person, id } = await site.subscribed();
      const subscription = stripe.subscriptions.get(id);
      if (subscription === undefined) throw new Error("no subscription");
      if (late === "resume") await person.api.post("/v1/billing/subscription/cancel");
      let go = () => {};
      const frozen = new Promise<void>((resolve) => {
        stripe.beforeAnswer = async (request) => {
          if (request !== `POST /v1/subscriptions/${id}`) return;
          resolve();
          await new Promise<void>((free) => (go = free));
        };
      });
      const answering = person.api.post(`/v1/billing/subscription/${late}`);
      await frozen;
      stripe.beforeAnswer = async () => {};
      subscription.cancel_at_period_end = isCanceledAfter;
      await deliver(stripe.event("customer.subscription.updated", subscription));
      go();
      const answer = await answering;
      t.is(answer.body.error?.code, "conflict");
      t.is((await account(person)).user.cancelAtPeriodEnd, isCanceledAfter);
    }
  },
);

test.serial("a cancel whose own event comes before its answer succeeds (rules/billing 48)", async (t) => {
  const { stripe, deliver, account } = site;
  const { person, id } = await site.subscribed();
  stripe.beforeAnswer = async (request) => {
    if (request !== `POST /v1/subscriptions/${id}`) return;
    stripe.beforeAnswer = async () => {};
    await deliver(stripe.event("customer.subscription.updated", stripe.subscriptions.get(id) ?? {}));
  };
  const answer = await person.api.post("/v1/billing/subscription/cancel");
  t.true(answer.body.subscription.cancelAtPeriodEnd);
  t.true((await account(person)).user.cancelAtPeriodEnd);
});
