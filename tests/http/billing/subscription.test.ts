import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import test from "ava";
import { Balance } from "../../../entities/balance.js";
import type { Kiln } from "../../../start.js";
import { Client, type Person, signUp } from "../../helpers/client.js";
import { makeDataDir, spawnServer } from "../../helpers/spawn-server.js";
import { startKiln } from "../../helpers/start-kiln.js";
import { until } from "../../helpers/until.js";

let kiln: Kiln;
test.before(async () => {
  kiln = await startKiln();
});
test.after.always(() => kiln?.stop());

async function subscribe(url: string, person: Person, interval = "month"): Promise<void> {
  const link = await person.api.post("/v1/billing/checkout", {
    kind: "subscription",
    tier: "standard",
    interval,
  });
  const { pathname } = new URL(link.body.url);
  const headers = { "content-type": "application/x-www-form-urlencoded" };
  const page = await new Client(url).send("POST", pathname, { body: "", headers });
  if (!/The plan has started/.test(page.body)) throw new Error(page.body);
}
const account = async (person: Person) => (await person.api.get("/v1/account")).body;
const cancel = (person: Person) => person.api.post("/v1/billing/subscription/cancel");
const resume = (person: Person) => person.api.post("/v1/billing/subscription/resume");

test("cancel and resume without a plan are conflict (decisions 5)", async (t) => {
  const person = await signUp(kiln.url);
  for (const answer of [await cancel(person), await resume(person)]) {
    t.is(answer.status, 409);
    t.is(answer.body.error.code, "conflict");
  }
});

test("cancel sets cancelAtPeriodEnd and takes nothing, resume takes it back; both may be repeated (decisions 5)", async (t) => {
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

test("a period that is over renews by itself, and ends when it was canceled (decisions 5)", async (t) => {
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

test("with BILLING=off a plan can be canceled and not resumed: only buying is off (decisions 5)", async (t) => {
  const { dataDir, remove } = await makeDataDir();
  t.teardown(remove);
  const before = await spawnServer(dataDir);
  const person = await signUp(before.url);
  await subscribe(before.url, person);
  await before.stop();
  const off = await spawnServer(dataDir, { BILLING: "off" });
  t.teardown(() => off.stop());
  const again = { ...person, api: new Client(off.url, { authorization: `Bearer ${person.key}` }) };
  t.is((await cancel(again)).status, 200);
  t.true((await account(again)).user.cancelAtPeriodEnd);
  t.is((await resume(again)).status, 403);
  t.is((await cancel(await signUp(off.url))).body.error.code, "conflict");
});

test("a process that dies between missed periods goes on at its next start, each period once (decisions 5)", async (t) => {
  const { dataDir, remove } = await makeDataDir();
  t.teardown(remove);
  const first = await spawnServer(dataDir);
  const person = await signUp(first.url);
  await subscribe(first.url, person);
  const { id } = person;
  const longAgo = Date.UTC(2026, 0, 10);
  const end = Date.UTC(2026, 1, 10);
  await first.stop();
  const database = new DatabaseSync(join(dataDir, "kiln.db"));
  database
    .prepare("UPDATE balances SET anchorAt = ?, periodStart = ?, periodEnd = ?, paidUntil = ? WHERE id = ?")
    .run(longAgo, longAgo, end, end, id);
  database.close();
  const dying = await spawnServer(dataDir, { KILN_FAULT: "billing.rollover@2" }).catch(() => null);
  await dying?.ended;
  const last = await spawnServer(dataDir);
  t.teardown(() => last.stop());
  const again = { ...person, api: new Client(last.url, { authorization: `Bearer ${person.key}` }) };
  await until(async () => Date.parse((await account(again)).user.currentPeriodEnd) > Date.now());
  const { entries } = (await again.api.get("/v1/usage?limit=500")).body;
  const grants = entries.filter((entry: { kind: string }) => entry.kind === "monthly_grant");
  t.is(new Set(grants.map(({ ref }: { ref: string }) => ref)).size, grants.length);
  t.is((await account(again)).remainingCredits, 2500);
});
