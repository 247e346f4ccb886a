import test from "ava";
import { Balance } from "../../../entities/balance.js";
import type { Kiln } from "../../../start.js";
import { type Person, signUp } from "../../helpers/client.js";
import { startKiln } from "../../helpers/start-kiln.js";
import { subscribe } from "../../helpers/subscribe.js";
import { until } from "../../helpers/until.js";

let kiln: Kiln;
test.before(async () => {
  kiln = await startKiln();
});
test.after.always(() => kiln?.stop());

const account = async (person: Person) => (await person.api.get("/v1/account")).body;
const cancel = (person: Person) => person.api.post("/v1/billing/subscription/cancel");
const resume = (person: Person) => person.api.post("/v1/billing/subscription/resume");

test("cancel and resume without a plan are conflict (rules/billing 25)", async (t) => {
  const person = await signUp(kiln.url);
  for (const answer of [await cancel(person), await resume(person)]) {
    t.is(answer.status, 409);
    t.is(answer.body.error.code, "conflict");
  }
});

test("cancel sets cancelAtPeriodEnd and takes nothing, resume takes it back; both may be repeated (rules/billing 25)", async (t) => {
  const person = await signUp(kiln.url);
  await subscribe(kiln.url, person);
  for (const [act, expected] of [
    [cancel, true],
    [cancel, true],
    [resume, false],
    [resume, false],
  ] as const) {
    const answer = await act(person);
    t.is(answer.status, 200);
    t.is(answer.body.subscription.cancelAtPeriodEnd, expected);
    const { user, remainingCredits } = await account(person);
    t.like(user, { tier: "standard", cancelAtPeriodEnd: expected, pastDue: false });
    t.is(remainingCredits, 2500);
  }
});

test("a period that is over renews by itself, and ends when it was canceled (rules/billing 38)", async (t) => {
  const [stays, leaves] = [await signUp(kiln.url), await signUp(kiln.url)];
  for (const person of [stays, leaves]) await subscribe(kiln.url, person);
  await cancel(leaves);
  const past = Date.now() - 1000;
  for (const { id } of [stays, leaves])
    await kiln.host.transact((tx) => tx.update(Balance, { id }, { periodEnd: past, paidUntil: past }));
  await until(async () => (await account(leaves)).user.tier === "none");
  t.like(await account(leaves), {
    remainingCredits: 500,
    user: { currentPeriodEnd: null, cancelAtPeriodEnd: false },
  });
  await until(async () => Date.parse((await account(stays)).user.currentPeriodEnd) > Date.now());
  t.like(await account(stays), { remainingCredits: 2500 });
  t.deepEqual(
    (await stays.api.get("/v1/usage")).body.entries.map(
      (entry: { deltaCredits: number }) => entry.deltaCredits,
    ),
    [2000, -2000, 2000, 500],
  );
});
