import test from "ava";
import type { Kiln } from "../../../start.js";
import { callTool, connectAgent } from "../../helpers/agent-client.js";
import { Client, signUp } from "../../helpers/client.js";
import { startKiln } from "../../helpers/start-kiln.js";

let kiln: Kiln;
test.before(async () => {
  kiln = await startKiln();
});
test.after.always(() => kiln?.stop());

const pay = (url: string) =>
  new Client(kiln.url).send("POST", new URL(url).pathname, {
    body: "",
    headers: { "content-type": "application/x-www-form-urlencoded" },
  });

test("create_topup_checkout gives a link that the person pays, and moves no money (rules/mcp 12)", async (t) => {
  const person = await signUp(kiln.url);
  const { secret } = (await person.session.post("/v1/api-keys", { name: "a", scopes: ["account:read"] }))
    .body;
  const client = await connectAgent(kiln.url, secret);
  const { json, isError } = await callTool(client, "create_topup_checkout", { dollars: 20 });
  t.falsy(isError);
  t.deepEqual(Object.keys(json), ["url", "dollars", "credits", "firstTopupBonusCredits", "expiresAt"]);
  t.like(json, { dollars: 20, credits: 2000, firstTopupBonusCredits: 200 });
  t.is((await person.api.get("/v1/account")).body.remainingCredits, 500);
  t.regex((await pay(String(json.url))).body, /Done/);
  t.is((await person.api.get("/v1/account")).body.remainingCredits, 2700);
  for (const dollars of [4, 1001, 7.5])
    t.true((await callTool(client, "create_topup_checkout", { dollars })).isError);
});

test("create_subscription_checkout gives a link; the current plan is refused (rules/mcp 12; rules/billing 24)", async (t) => {
  const person = await signUp(kiln.url);
  const client = await connectAgent(kiln.url, person.key);
  const { json } = await callTool(client, "create_subscription_checkout", { tier: "standard" });
  t.deepEqual(Object.keys(json), ["url", "tier", "interval"]);
  t.like(json, { tier: "standard", interval: "month" });
  await pay(String(json.url));
  const again = await callTool(client, "create_subscription_checkout", { tier: "standard" });
  t.true(again.isError);
  t.regex(again.text, /on the plan standard by the month already/);
  const yearly = await callTool(client, "create_subscription_checkout", {
    tier: "standard",
    interval: "year",
  });
  t.is(yearly.json.interval, "year");
});
