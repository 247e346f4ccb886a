import test from "ava";
import { Checkout } from "../../../entities/checkout.js";
import type { Kiln } from "../../../start.js";
import { type Answer, Client, type Person, signUp } from "../../helpers/client.js";
import { startKiln } from "../../helpers/start-kiln.js";

let kiln: Kiln;
test.before(async () => {
  kiln = await startKiln();
});
test.after.always(() => kiln?.stop());

const topup = (dollars: number) => ({ kind: "topup", dollars });
const checkout = (person: Person, body: object, headers: Record<string, string> = {}) =>
  person.api.post("/v1/billing/checkout", body, { headers });
const account = async (person: Person) => (await person.api.get("/v1/account")).body;

/** Opens the link without a credential, as a browser without scripts does. */
const open = (url: string) => new Client(kiln.url).get(new URL(url).pathname);
/** Sends the form of the page, which has no fields and the same address. */
const pay = (url: string): Promise<Answer> =>
  new Client(kiln.url).send("POST", new URL(url).pathname, {
    body: "",
    headers: {
      "content-type": "application/x-www-form-urlencoded",
      origin: new URL(kiln.host.baseUrl).origin,
    },
  });
const idOf = (url: string) => new URL(url).pathname.split("/")[2] ?? "";

test("a top-up's link names amount, credits and bonus, and moves no money (rules/billing 1 and 27)", async (t) => {
  const person = await signUp(kiln.url);
  const { status, body } = await checkout(person, topup(60));
  t.is(status, 200);
  t.like(body, { dollars: 60, credits: 6000, firstTopupBonusCredits: 500 });
  t.deepEqual(Object.keys(body).toSorted(), [
    "credits",
    "dollars",
    "expiresAt",
    "firstTopupBonusCredits",
    "url",
  ]);
  t.true(body.url.startsWith(`${kiln.host.baseUrl}/checkout/`));
  t.true(Date.parse(body.expiresAt) > Date.now());
  t.is((await account(person)).remainingCredits, 500);
});

test("the page works without scripts, states what happens, and its form completes the purchase (rules/billing 30)", async (t) => {
  const person = await signUp(kiln.url);
  const { url } = (await checkout(person, topup(10))).body;
  const page = await open(url);
  t.is(page.status, 200);
  t.regex(page.headers.get("content-type") ?? "", /^text\/html/);
  t.regex(page.headers.get("content-security-policy") ?? "", /default-src 'none'/);
  for (const text of ["No real payment is made", "$10.00", "1,000", "100 credits", '<form method="post">']) {
    t.true(page.body.includes(text), text);
  }
  t.false(/<script|https?:\/\//.test(page.body), "nothing is loaded, nothing runs");
  t.is((await account(person)).remainingCredits, 500, "looking costs and gives nothing");

  t.regex((await pay(url)).body, /Done\. The credits are in the account/);
  t.like(await account(person), { remainingCredits: 1600, firstTopupBonusCredits: null });
  const { entries } = (await person.api.get("/v1/usage")).body;
  t.is(entries.length, 3);
  t.deepEqual(
    entries
      .map((entry: { kind: string; deltaCredits: number; ref: string }) => [
        entry.kind,
        entry.deltaCredits,
        entry.ref,
      ])
      .slice(0, 2),
    [
      ["adjustment", 100, idOf(url)],
      ["topup", 1000, idOf(url)],
    ],
  );
  t.regex((await open(url)).body, /used already/);
  t.is((await checkout(person, topup(10))).body.firstTopupBonusCredits, null);
});

test("paying the same link twice, or in many tabs at once, counts once (rules/billing 28)", async (t) => {
  const person = await signUp(kiln.url);
  const { url } = (await checkout(person, topup(20))).body;
  const pages = await Promise.all(Array.from({ length: 8 }, () => pay(url)));
  t.true(pages.every(({ status }) => status === 200));
  t.is(pages.filter(({ body }) => /Done\./.test(body)).length, 1);
  t.is(pages.filter(({ body }) => /used already/.test(body)).length, 7);
  t.regex((await pay(url)).body, /used already/);
  t.is((await account(person)).remainingCredits, 500 + 2000 + 200);
});

test("an expired link says so and gives nothing (rules/billing 41)", async (t) => {
  const person = await signUp(kiln.url);
  const { url } = (await checkout(person, topup(20))).body;
  await kiln.host.transact((tx) => tx.update(Checkout, { id: idOf(url) }, { expiresAt: Date.now() - 1000 }));
  for (const page of [await open(url), await pay(url)]) {
    t.regex(page.body, /This link expired on/);
    t.false(page.body.includes("<form"));
  }
  t.is((await account(person)).remainingCredits, 500);
});

test("only the link that was given opens: another token, another id, or none is not_found (rules/billing 41)", async (t) => {
  const person = await signUp(kiln.url);
  const { pathname } = new URL((await checkout(person, topup(20))).body.url);
  const token = pathname.split("/")[3] ?? "";
  const other = new URL((await checkout(person, topup(20))).body.url).pathname.split("/")[3] ?? "";
  const wrong = [
    pathname.replace(token, other),
    pathname.slice(0, -1),
    pathname.replace(token, "x".repeat(token.length)),
    `/checkout/00000000-0000-4000-8000-000000000000/${token}`,
    "/checkout/not-a-uuid/x",
  ];
  for (const path of wrong) {
    t.is((await new Client(kiln.url).get(path)).status, 404, path);
    t.is((await pay(`${kiln.url}${path}`)).status, 404, path);
  }
  t.is((await account(person)).remainingCredits, 500);
});

test("a refused checkout names the field at fault (rules/billing 27; rules/edge 22)", async (t) => {
  const person = await signUp(kiln.url);
  const cases: [object, string][] = [
    [{}, "kind"],
    [{ kind: "gift" }, "kind"],
    [{ kind: "topup" }, "dollars"],
    [topup(4), "dollars"],
    [topup(1001), "dollars"],
    [topup(9.5), "dollars"],
    [{ kind: "topup", dollars: "10" }, "dollars"],
    [{ kind: "topup", dollars: 10, tier: "pro" }, "tier"],
    [{ kind: "topup", dollars: 10, interval: "year" }, "interval"],
    [{ kind: "topup", dolars: 10 }, "dolars"],
    [{ kind: "subscription" }, "tier"],
    [{ kind: "subscription", tier: "none" }, "tier"],
    [{ kind: "subscription", tier: "pro", interval: "week" }, "interval"],
    [{ kind: "subscription", tier: "pro", dollars: 10 }, "dollars"],
  ];
  for (const [body, field] of cases) {
    const answer = await checkout(person, body);
    t.is(answer.status, 400, JSON.stringify(body));
    t.is(answer.body.error.code, "invalid_params");
    t.true(
      answer.body.error.message.includes(field),
      `${JSON.stringify(body)}: ${answer.body.error.message}`,
    );
  }
  for (const dollars of [5, 1000]) t.is((await checkout(person, topup(dollars))).status, 200);
});

test("an Idempotency-Key gives the same link again, also at the same time; another body is conflict (rules/edge 30 and 31)", async (t) => {
  const person = await signUp(kiln.url);
  const key = { "idempotency-key": "top up once" };
  const answers = await Promise.all(Array.from({ length: 4 }, () => checkout(person, topup(30), key)));
  t.deepEqual(
    answers.map(({ status }) => status),
    [200, 200, 200, 200],
  );
  t.is(new Set(answers.map(({ body }) => body.url)).size, 1);
  t.is(await kiln.host.read.count(Checkout, { accountId: person.id }), 1);
  t.is((await checkout(person, topup(31), key)).body.error.code, "conflict");
  const stranger = await signUp(kiln.url);
  t.not((await checkout(stranger, topup(30), key)).body.url, answers[0]?.body.url);
});

test("a subscription's link has the price due now, and paying it starts the plan (rules/billing 22 and 27)", async (t) => {
  const person = await signUp(kiln.url);
  const monthly = await checkout(person, { kind: "subscription", tier: "standard" });
  t.like(monthly.body, { tier: "standard", interval: "month", priceUsd: 19 });
  t.regex((await pay(monthly.body.url)).body, /The plan has started/);
  const first = await account(person);
  t.like(first.plan, { tier: "standard", monthlyPriceUsd: 19, monthlyBudgetCredits: 2000 });
  t.like(first, { remainingCredits: 2500, firstTopupBonusCredits: null });
  t.true(Date.parse(first.user.currentPeriodEnd) > Date.now());

  const again = await checkout(person, { kind: "subscription", tier: "standard", interval: "month" });
  t.is(again.status, 409);
  t.is(again.body.error.code, "conflict");

  const yearly = await checkout(person, { kind: "subscription", tier: "pro", interval: "year" });
  t.like(yearly.body, { tier: "pro", interval: "year", priceUsd: 470.4 });
  t.true((await open(yearly.body.url)).body.includes("$470.40"));
  await pay(yearly.body.url);
  t.like(await account(person), {
    remainingCredits: 6500,
    plan: { tier: "pro", monthlyBudgetCredits: 6000 },
  });
});

test("two links for one plan: the second is refused when it is paid, and gives nothing (rules/billing 24)", async (t) => {
  const person = await signUp(kiln.url);
  const body = { kind: "subscription", tier: "max" };
  const links = await Promise.all([checkout(person, body), checkout(person, body)]);
  const pages = await Promise.all(links.map((link) => pay(link.body.url)));
  t.is(pages.filter((page) => /on this plan already/.test(page.body)).length, 1);
  t.is((await person.api.get("/v1/usage")).body.total, 2);
});
