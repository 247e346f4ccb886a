import test from "ava";
import type { Kiln } from "../../../start.js";
import { callTool, connectAgent } from "../../helpers/agent-client.js";
import { type Person, signUp } from "../../helpers/client.js";
import { startKiln } from "../../helpers/start-kiln.js";

let kiln: Kiln;
let off: Kiln;
let operator: Person;
test.before(async () => {
  kiln = await startKiln({ SIGNUP_CREDITS: "1" });
  operator = await signUp(kiln.url);
  off = await startKiln({ SIGNUP_CREDITS: "1", BILLING: "off", REQUIRE_EMAIL_VERIFICATION: "1" });
  await signUp(off.url);
});
test.after.always(() => Promise.all([kiln?.stop(), off?.stop()]));

const image = (model = "mock-image") => ({
  model,
  params: { kind: "image", prompt: "a cat", aspectRatio: "1:1", numImages: 1 },
});
const PAYING = /\b(pay|payment|purchase|top-up|buy|plan|checkout)\b/i;

test("spec: Errors, insufficient_credits gives code, REST's sentence, balance, estimate and the next step, as indented JSON", async (t) => {
  const person = await signUp(kiln.url);
  const client = await connectAgent(kiln.url, person.key);
  const { isError, text, json } = await callTool(client, "generate", image());
  t.true(isError);
  t.is(text, JSON.stringify(json, null, 2));
  t.deepEqual(Object.keys(json), ["error", "message", "balance", "estimatedCredits", "nextStep"]);
  const rest = await person.api.post("/v1/generations", image());
  t.is(rest.status, 402);
  t.is(json.error, "insufficient_credits");
  t.is(json.message, rest.body.error.message);
  t.is(json.balance, 1);
  t.is(json.estimatedCredits, (await person.api.post("/v1/estimates", image())).body.estimatedCredits);
  t.regex(json.nextStep, /^[^.]*(?:\.[a-z0-9][^.]*)*\.$/);
  t.is((await person.api.get("/v1/generations")).body.total, 0);
});

test("spec: Errors, plan_required says what any purchase opens, with the balance", async (t) => {
  const models = (await operator.api.get("/v1/models?kind=image")).body.models as {
    id: string;
    paidOnly: boolean;
  }[];
  const paid = models.find(({ paidOnly }) => paidOnly)?.id ?? "";
  const client = await connectAgent(kiln.url, (await signUp(kiln.url)).key);
  const { isError, json } = await callTool(client, "generate", image(paid));
  t.true(isError);
  t.is(json.error, "plan_required");
  t.is(json.balance, 1);
  t.regex(json.nextStep, /purchase/);
});

test("decisions 5: with billing off the guidance does not mention paying", async (t) => {
  const person = await signUp(off.url);
  const client = await connectAgent(off.url, person.key);
  const { json } = await callTool(client, "generate", image());
  t.is(json.error, "email_unverified");
  t.regex(json.nextStep, /confirm their e-mail address/);
  t.notRegex(json.nextStep, PAYING);
});

test("decisions 12: a suspended account connects and reads; what it may not do is the account-blocked result", async (t) => {
  const person = await signUp(kiln.url);
  const patched = await operator.session.patch(`/v1/admin/accounts/${person.id}`, { suspended: true });
  t.is(patched.status, 200);
  const client = await connectAgent(kiln.url, person.key);
  t.true((await client.listTools()).tools.length > 0);
  for (const name of ["get_credits", "list_models", "list_assets"])
    t.false((await callTool(client, name)).isError, name);
  const { isError, json } = await callTool(client, "generate", image());
  t.true(isError);
  t.is(json.error, "account_suspended");
  t.is(json.message, (await person.api.post("/v1/generations", image())).body.error.message);
  t.regex(json.nextStep, /support/);
});
