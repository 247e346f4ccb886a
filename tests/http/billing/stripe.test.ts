import test from "ava";
import type { Kiln } from "../../../start.js";
import { ledgerMismatches } from "../../helpers/ledger-mismatches.js";
import { type Answer, Client, type Person, signUp } from "../../helpers/client.js";
import { startKiln } from "../../helpers/start-kiln.js";
import { until } from "../../helpers/until.js";
import type { Session } from "../../stand-ins/stripe/objects.js";
import { StripeStandIn, type StripeEvent } from "../../stand-ins/stripe/stripe-stand-in.js";

const stripe = new StripeStandIn();
let kiln: Kiln;
test.before(async () => {
  await stripe.start();
  kiln = await startKiln(stripe.env);
});
test.after.always(async () => {
  if (kiln) {
    const mismatches = await ledgerMismatches(kiln);
    if (mismatches.length > 0) throw new Error(JSON.stringify(mismatches));
  }
  await kiln?.stop();
  await stripe.stop();
});

const post = (payload: string, signature: string): Promise<Answer> =>
  new Client(kiln.url).send("POST", "/v1/billing/stripe-webhook", {
    body: payload,
    headers: { "content-type": "application/json; charset=utf-8", "stripe-signature": signature },
  });
async function deliver(...events: StripeEvent[]): Promise<void> {
  for (const event of events) {
    const { payload, signature } = stripe.signed(event);
    const answer = await post(payload, signature);
    if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
  }
}
const account = async (person: Person) => (await person.api.get("/v1/account")).body;
const usage = async (person: Person): Promise<[string, number][]> =>
  (await person.api.get("/v1/usage")).body.entries
    .map((entry: { kind: string; deltaCredits: number }) => [entry.kind, entry.deltaCredits])
    .toReversed();

async function link(person: Person, body: object): Promise<Session> {
  const answer = await person.api.post("/v1/billing/checkout", body);
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
  return stripe.sessionOf(answer.body.url);
}
const topup = (person: Person, dollars = 20) => link(person, { kind: "topup", dollars });
const plan = (person: Person, tier = "standard", interval = "month") =>
  link(person, { kind: "subscription", tier, interval });

async function subscribed(interval = "month"): Promise<{ person: Person; session: Session; id: string }> {
  const person = await signUp(kiln.url);
  const session = await plan(person, "standard", interval);
  await deliver(...stripe.complete(session));
  return { person, session, id: session.subscription ?? "" };
}

test("a top-up is a Checkout session over its dollars; its paid event gives credits and the first bonus, once (rules/billing 22, 28 and 29)", async (t) => {
  const person = await signUp(kiln.url);
  const answer = await person.api.post("/v1/billing/checkout", { kind: "topup", dollars: 20 });
  t.like(answer.body, { dollars: 20, credits: 2000, firstTopupBonusCredits: 200 });
  const session = stripe.sessionOf(answer.body.url);
  t.like(session, {
    mode: "payment",
    amount_total: 2000,
    client_reference_id: person.id,
    customer_email: person.email,
  });
  t.is(Date.parse(answer.body.expiresAt), session.expires_at * 1000);
  t.is((await account(person)).remainingCredits, 500, "a link moves no money");
  const [paid] = stripe.complete(session);
  if (!paid) throw new Error("no event");
  await Promise.all([deliver(paid), deliver(paid), deliver(stripe.event(paid.type, session))]);
  await deliver(paid);
  t.deepEqual(await usage(person), [
    ["adjustment", 500],
    ["topup", 2000],
    ["adjustment", 200],
  ]);
  t.is((await account(person)).firstTopupBonusCredits, null);
});

test("a signature is checked over the raw bytes: a wrong, late or missing one is invalid_params and counts nothing (rules/billing 29)", async (t) => {
  const person = await signUp(kiln.url);
  const [event] = stripe.complete(await topup(person));
  if (!event) throw new Error("no event");
  const { payload, signature } = stripe.signed(event);
  const late = stripe.signed(event, { timestamp: Math.floor(Date.now() / 1000) - 3600 });
  const refused = [
    await post(payload, ""),
    await post(payload, "t=1,v1=00"),
    await post(payload, stripe.signed(event, { secret: "whsec_other" }).signature),
    await post(`${payload} `, signature),
    await post(payload.replace("paid", "PAID"), signature),
    await post(late.payload, late.signature),
    await post("", signature),
  ];
  for (const { status, body } of refused) {
    t.is(status, 400);
    t.is(body.error.code, "invalid_params");
  }
  t.is((await account(person)).remainingCredits, 500);
  t.is((await post(payload, signature)).status, 200);
  t.is((await account(person)).remainingCredits, 2700);
  const { entries } = (await person.api.get("/v1/audit?action=billing.stripeWebhook")).body;
  t.deepEqual(
    entries.map(
      ({ actor: { kind, id }, resource }: { actor: { kind: string; id: null }; resource: object }) => ({
        kind,
        id,
        resource,
      }),
    ),
    [{ kind: "system", id: null, resource: { kind: "payment", id: event.id } }],
    "the one that counted left an entry",
  );
});

test("an unpaid session gives nothing; its late payment counts, its failure does not (rules/billing 29)", async (t) => {
  const person = await signUp(kiln.url);
  const [late, failing] = [await topup(person), await topup(person)];
  await deliver(...stripe.complete(late, "unpaid"), ...stripe.complete(failing, "unpaid"));
  t.is((await account(person)).remainingCredits, 500);
  late.payment_status = "paid";
  await deliver(
    stripe.event("checkout.session.async_payment_succeeded", late),
    stripe.event("checkout.session.async_payment_failed", failing),
    stripe.event("checkout.session.expired", await topup(person)),
  );
  t.is((await account(person)).remainingCredits, 2700);
});

test("events about nothing of ours, and of kinds that we do not know, are taken and change nothing", async (t) => {
  const session = { id: "cs_x", object: "checkout.session", metadata: {}, payment_status: "paid" };
  await deliver(
    stripe.event("checkout.session.completed", session),
    stripe.event("customer.created", { id: "cus_x" }),
    stripe.event("customer.subscription.deleted", { id: "sub_x", items: { data: [] } }),
    stripe.event("charge.refunded", {
      id: "ch_x",
      payment_intent: "pi_x",
      amount: 5,
      amount_refunded: 5,
      metadata: {},
    }),
  );
  t.pass();
});

test("a subscription starts once, whichever of its events comes first (rules/billing 28)", async (t) => {
  for (const turn of [(events: StripeEvent[]) => events, (events: StripeEvent[]) => events.toReversed()]) {
    const person = await signUp(kiln.url);
    const session = await plan(person);
    t.like(session, { mode: "subscription", amount_total: 1900 });
    const events = turn(stripe.complete(session));
    await deliver(...events, ...events);
    const { user, remainingCredits } = await account(person);
    t.like(user, { tier: "standard", cancelAtPeriodEnd: false, pastDue: false });
    const [item] = stripe.subscriptions.get(session.subscription ?? "")?.items.data ?? [];
    t.is(Date.parse(user.currentPeriodEnd), (item?.current_period_end ?? 0) * 1000);
    t.is(remainingCredits, 2500);
    t.deepEqual(await usage(person), [
      ["adjustment", 500],
      ["monthly_grant", 2000],
    ]);
  }
});

test("each paid invoice is a new period, once, and an old one that arrives late grants nothing (rules/billing 19 and 28)", async (t) => {
  const { person, id } = await subscribed();
  const second = stripe.renew(id);
  const third = stripe.renew(id);
  await deliver(third.event, third.event, stripe.event("invoice.paid", third.invoice), second.event);
  const { user, remainingCredits } = await account(person);
  const [item] = stripe.subscriptions.get(id)?.items.data ?? [];
  t.is(Date.parse(user.currentPeriodEnd), (item?.current_period_end ?? 0) * 1000);
  t.is(remainingCredits, 2500);
  t.deepEqual((await usage(person)).slice(2), [
    ["adjustment", -2000],
    ["monthly_grant", 2000],
  ]);
});

test("a year is one payment, and its next grant is a month away (rules/billing 42)", async (t) => {
  const { person, session } = await subscribed("year");
  t.is(session.amount_total, 18_240);
  const { user } = await account(person);
  const days = (Date.parse(user.currentPeriodEnd) - Date.now()) / 86_400_000;
  t.true(days > 27 && days < 32);
});

test("a failed renewal makes the plan past due and mails once; the tier stays; a late payment clears it (rules/billing 26)", async (t) => {
  const { person, id } = await subscribed();
  const { invoice, event } = stripe.renew(id, false);
  await deliver(event, stripe.event("invoice.payment_failed", invoice));
  t.like((await account(person)).user, { tier: "standard", pastDue: true });
  t.is((await account(person)).remainingCredits, 2500, "no new grant, none taken");
  const { readMails } = await import("../../helpers/read-mails.js");
  const failed = async () =>
    (await readMails(kiln.host.config.dataDir, person.email)).filter(({ subject }) =>
      /payment failed/.test(subject),
    );
  await until(async () => (await failed()).length > 0);
  const paid = stripe.payLate(invoice);
  await deliver(paid, event, stripe.event("invoice.payment_failed", invoice));
  t.like((await account(person)).user, { tier: "standard", pastDue: false });
  t.deepEqual((await usage(person)).slice(2), [
    ["adjustment", -2000],
    ["monthly_grant", 2000],
  ]);
  t.is((await failed()).length, 1);
});

test("cancel and resume ask Stripe, and its older events do not undo them (rules/billing 25)", async (t) => {
  const { person, id } = await subscribed();
  const before = stripe.event("customer.subscription.updated", stripe.subscriptions.get(id) ?? {});
  t.true((await person.api.post("/v1/billing/subscription/cancel")).body.subscription.cancelAtPeriodEnd);
  t.true(stripe.subscriptions.get(id)?.cancel_at_period_end);
  await deliver(before);
  t.true((await account(person)).user.cancelAtPeriodEnd);
  t.false((await person.api.post("/v1/billing/subscription/resume")).body.subscription.cancelAtPeriodEnd);
  t.false(stripe.subscriptions.get(id)?.cancel_at_period_end);
  const subscription = stripe.subscriptions.get(id);
  if (subscription) subscription.cancel_at_period_end = true;
  await deliver(stripe.event("customer.subscription.updated", subscription ?? {}));
  t.true((await account(person)).user.cancelAtPeriodEnd, "done at Stripe");
});

test("a deleted subscription ends the plan: unused grant taken back, bought credits kept (rules/billing 19 and 21)", async (t) => {
  const { person, id } = await subscribed();
  const ended = stripe.end(id);
  await deliver(ended, ended);
  t.like((await account(person)).user, { tier: "none", currentPeriodEnd: null });
  t.is((await account(person)).remainingCredits, 500);
  t.is((await person.api.post("/v1/billing/subscription/cancel")).body.error.code, "conflict");
});

test("a change of plan starts at once at full price, and ends the old subscription at Stripe (rules/billing 24)", async (t) => {
  const { person, id } = await subscribed();
  t.is(
    (await person.api.post("/v1/billing/checkout", { kind: "subscription", tier: "standard" })).status,
    409,
  );
  const session = await plan(person, "pro");
  t.is(session.amount_total, 4900);
  await deliver(...stripe.complete(session));
  await until(async () => stripe.subscriptions.get(id)?.status === "canceled");
  await deliver(stripe.event("customer.subscription.deleted", stripe.subscriptions.get(id) ?? {}));
  t.like((await account(person)).plan, { tier: "pro", monthlyBudgetCredits: 6000 });
  t.is((await account(person)).remainingCredits, 6500);
});

test("refunds take their share once, bonus included, in parts and as a whole, and may leave a debt (rules/billing 37)", async (t) => {
  const person = await signUp(kiln.url);
  const session = await topup(person, 20);
  await deliver(...stripe.complete(session));
  await person.api.get("/v1/account");
  const half = stripe.refund(session.payment_intent ?? "", 1000);
  await deliver(half, half);
  t.is((await account(person)).remainingCredits, 500 + 1100);
  const rest = stripe.refund(session.payment_intent ?? "", 1000);
  await deliver(rest, half, stripe.event("charge.refunded", half.data.object));
  t.is((await account(person)).remainingCredits, 500);
  t.deepEqual((await usage(person)).slice(3), [
    ["adjustment", -1100],
    ["adjustment", -1100],
  ]);
});

test("a refund that overtakes its payment is counted when that comes (rules/billing 37)", async (t) => {
  const person = await signUp(kiln.url);
  const session = await topup(person, 20);
  const paid = stripe.complete(session);
  await deliver(stripe.refund(session.payment_intent ?? "", 500));
  t.is((await account(person)).remainingCredits, 500);
  await deliver(...paid);
  t.is((await account(person)).remainingCredits, 500 + 2200 - 550);
});

test("a refunded invoice takes its share of the running grant, and its end takes nothing twice (rules/billing 37)", async (t) => {
  const { person, session, id } = await subscribed();
  await deliver(stripe.refund(session.invoice ?? "", 950));
  t.is((await account(person)).remainingCredits, 1500);
  await deliver(stripe.refund(session.invoice ?? "", 950));
  t.is((await account(person)).remainingCredits, 500);
  await deliver(stripe.end(id));
  t.is((await account(person)).remainingCredits, 500);
  const later = await subscribed();
  const { invoice, event } = stripe.renew(later.id);
  await deliver(event, stripe.refund(invoice.id, 1900));
  t.is((await account(later.person)).remainingCredits, 500);
});

test.serial(
  "the same Idempotency-Key makes one session, also after Stripe was away in between (rules/edge 30)",
  async (t) => {
    const person = await signUp(kiln.url);
    const made = stripe.sessions.size;
    const ask = () =>
      person.api.post(
        "/v1/billing/checkout",
        { kind: "topup", dollars: 30 },
        { headers: { "idempotency-key": "k" } },
      );
    stripe.outage = 503;
    const away = await ask();
    stripe.outage = null;
    t.is(away.status, 503);
    t.is(away.body.error.code, "unavailable");
    const [first, second] = await Promise.all([ask(), ask()]);
    t.is(first.status, 200);
    t.is(first.body.url, second.body.url);
    t.is(stripe.sessions.size, made + 1);
  },
);

test.serial(
  "of 105 links at once 100 are made, also at Stripe; the others are told when to come back, and a repeat counts none (rules/billing 43)",
  async (t) => {
    const [person, other] = [await signUp(kiln.url), await signUp(kiln.url)];
    const made = stripe.sessions.size;
    const ask = (key: number) =>
      person.api.post(
        "/v1/billing/checkout",
        { kind: "topup", dollars: 30 },
        { headers: { "idempotency-key": `link-${key}` } },
      );
    const answers = await Promise.all(Array.from({ length: 105 }, (_, at) => ask(at)));
    const [links, refused] = [200, 429].map((status) => answers.filter((each) => each.status === status));
    t.deepEqual([links?.length, refused?.length], [100, 5]);
    t.is(stripe.sessions.size, made + 100);
    for (const { body, headers } of refused ?? []) {
      t.is(body.error.code, "rate_limited");
      t.true(Number(headers.get("retry-after")) > 3000);
    }
    const at = answers.findIndex(({ status }) => status === 200);
    t.is((await ask(at)).body.url, answers[at]?.body.url);
    t.is((await topup(other)).amount_total, 2000);
  },
);

test.serial(
  "what Stripe refuses is a conflict that is not worth a repeat, a busy Stripe is unavailable (rules/billing 44)",
  async (t) => {
    const person = await signUp(kiln.url);
    const ask = async (status: number) => {
      stripe.outage = status;
      const answer = await person.api.post("/v1/billing/checkout", { kind: "topup", dollars: 30 });
      stripe.outage = null;
      return answer;
    };
    for (const status of [400, 401, 403]) {
      const { status: answered, body, headers } = await ask(status);
      t.is(answered, 409);
      t.is(body.error.code, "conflict");
      t.regex(body.error.message, /refused this request.*No money moved/);
      t.is(headers.get("retry-after"), null);
    }
    for (const status of [409, 429]) {
      const { status: answered, headers } = await ask(status);
      t.is(answered, 503);
      t.is(headers.get("retry-after"), "30");
    }
    t.is((await account(person)).remainingCredits, 500);
  },
);

test.serial(
  "while Stripe is away or refuses, an event that needs a look is not taken, so that it is sent again (rules/billing 28 and 44)",
  async (t) => {
    const person = await signUp(kiln.url);
    const events = stripe.complete(await plan(person));
    const [first] = events;
    if (!first) throw new Error("no event");
    const { payload, signature } = stripe.signed(first);
    for (const status of [500, 401]) {
      stripe.outage = status;
      const answer = await post(payload, signature);
      stripe.outage = null;
      t.is(answer.status, 503);
    }
    await deliver(...events);
    t.is((await account(person)).user.tier, "standard");
  },
);

test("health says that Stripe is configured (rules/edge 38)", async (t) => {
  t.true((await new Client(kiln.url).get("/v1/health")).body.providers.stripe);
});

test("without Stripe's keys its webhook is not_found", async (t) => {
  const manual = await startKiln();
  t.teardown(() => manual.stop());
  const answer = await new Client(manual.url).post("/v1/billing/stripe-webhook", {});
  t.is(answer.status, 404);
});
