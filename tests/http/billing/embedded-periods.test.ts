import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import test from "ava";
import { Client, type Person, signUp } from "../../helpers/client.js";
import { makeDataDir, spawnServer } from "../../helpers/spawn-server.js";
import { startEmbedded } from "../../helpers/start-kiln.js";
import { subscribe } from "../../helpers/subscribe.js";
import { until } from "../../helpers/until.js";

// Plans outlive processes. The tests use the embedded database in every run.

const account = async (person: Person) => (await person.api.get("/v1/account")).body;
const cancel = (person: Person) => person.api.post("/v1/billing/subscription/cancel");
const resume = (person: Person) => person.api.post("/v1/billing/subscription/resume");

test("with BILLING=off a plan can be canceled and not resumed: only buying is off (rules/billing 31)", async (t) => {
  const { dataDir, remove } = await makeDataDir();
  t.teardown(remove);
  const before = await startEmbedded(dataDir);
  const person = await signUp(before.url);
  await subscribe(before.url, person);
  await before.stop();
  const off = await startEmbedded(dataDir, { BILLING: "off" });
  t.teardown(() => off.stop());
  const again = { ...person, api: new Client(off.url, { authorization: `Bearer ${person.key}` }) };
  t.is((await cancel(again)).status, 200);
  t.true((await account(again)).user.cancelAtPeriodEnd);
  t.is((await resume(again)).status, 403);
  t.is((await cancel(await signUp(off.url))).body.error.code, "conflict");
});

test("a process that dies between missed periods goes on at its next start, each period once (rules/billing 38)", async (t) => {
  const { dataDir, remove } = await makeDataDir();
  t.teardown(remove);
  const first = await startEmbedded(dataDir);
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
  const last = await startEmbedded(dataDir);
  t.teardown(() => last.stop());
  const again = { ...person, api: new Client(last.url, { authorization: `Bearer ${person.key}` }) };
  await until(async () => Date.parse((await account(again)).user.currentPeriodEnd) > Date.now());
  const { entries } = (await again.api.get("/v1/usage?limit=500")).body;
  const grants = entries.filter((entry: { kind: string }) => entry.kind === "monthly_grant");
  t.is(new Set(grants.map(({ ref }: { ref: string }) => ref)).size, grants.length);
  t.is((await account(again)).remainingCredits, 2500);
});
