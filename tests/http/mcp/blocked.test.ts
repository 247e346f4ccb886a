import test from "ava";
import type { Kiln } from "../../../start.js";
import { callTool, connectAgent } from "../../helpers/agent-client.js";
import { type Person, signUp } from "../../helpers/client.js";
import { startKiln } from "../../helpers/start-kiln.js";

let kiln: Kiln;
let off: Kiln;
let poor: Kiln;
let operator: Person;
test.before(async () => {
  kiln = await startKiln({ SIGNUP_CREDITS: "1" });
  operator = await signUp(kiln.url);
  off = await startKiln({ SIGNUP_CREDITS: "1", BILLING: "off", REQUIRE_EMAIL_VERIFICATION: "1" });
  await signUp(off.url);
  poor = await startKiln({ SIGNUP_CREDITS: "1", BILLING: "off" });
});
test.after.always(() => Promise.all([kiln?.stop(), off?.stop(), poor?.stop()]));

const image = (model = "mock-image") => ({
  model,
  params: { kind: "image", prompt: "a cat", aspectRatio: "1:1", numImages: 1 },
});
const PAYING =
  /\b(?:pay|pays|paid|paying|payment|purchase|top-?up|buy|bought|buying|sell|plan|checkout|subscri\w+|dollars?|upgrade)\b/i;

test("Errors, insufficient_credits gives code, REST's sentence, balance, estimate and the next step, as indented JSON (rules/mcp 6)", async (t) => {
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

test("Errors, plan_required says what any purchase opens, with the balance (rules/mcp 6)", async (t) => {
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

test("with billing off the guidance does not mention paying (rules/billing 31)", async (t) => {
  const person = await signUp(off.url);
  const client = await connectAgent(off.url, person.key);
  const { json } = await callTool(client, "generate", image());
  t.is(json.error, "email_unverified");
  t.regex(json.nextStep, /confirm their e-mail address/);
  t.notRegex(json.nextStep, PAYING);
});

test("with billing off no refusal of money or space speaks of paying, at REST, at agents and in estimates (rules/billing 31)", async (t) => {
  const { api, key } = await signUp(poor.url);
  const models = (await api.get("/v1/models")).body.models as {
    id: string;
    kind: string;
    paidOnly: boolean;
  }[];
  const paid = models.find(({ paidOnly, kind }) => paidOnly && kind === "image")?.id ?? "";
  const ticket = { contentType: "image/png", sizeBytes: 2 ** 30 };
  for (let staged = 0; staged < 5 * 2 ** 30; staged += 2 ** 30)
    t.is((await api.post("/v1/uploads/ticket", ticket)).status, 200);
  const refusals = await Promise.all([
    api.post("/v1/generations", image(paid)),
    api.post("/v1/estimates", image(paid)),
    api.post("/v1/generations", image()),
    api.post("/v1/uploads/ticket", ticket),
  ]);
  t.deepEqual(
    refusals.map(({ body }) => body.error.code),
    ["plan_required", "plan_required", "insufficient_credits", "storage_limit"],
  );
  for (const { body } of refusals) t.notRegex(body.error.message, PAYING);
  t.is(refusals[0].body.error.message, refusals[1].body.error.message);

  const client = await connectAgent(poor.url, key);
  for (const model of [paid, "mock-image"]) {
    const { isError, json } = await callTool(client, "generate", image(model));
    t.true(isError);
    t.notRegex(`${json.message} ${json.nextStep}`, PAYING);
  }
  const upload = await callTool(client, "upload_asset", { url: "https://example.com/a.png" });
  t.is(upload.json.error, "storage_limit");
  t.notRegex(`${upload.json.message} ${upload.json.nextStep}`, PAYING);
});

test("with billing off agents are offered no payment link, and nothing that they read speaks of paying (rules/billing 31)", async (t) => {
  const { key } = await signUp(poor.url);
  const client = await connectAgent(poor.url, key);
  const { tools } = await client.listTools();
  t.false(tools.some(({ name }) => name.endsWith("_checkout")));
  for (const { name, description, inputSchema } of tools)
    t.notRegex(JSON.stringify([description, inputSchema]), PAYING, name);
  t.notRegex(client.getInstructions() ?? "", PAYING);
  const called = await callTool(client, "create_topup_checkout", { dollars: 5 });
  t.true(called.isError);
  t.is(called.text, "Buying credits is switched off on this deployment.");

  const selling = await connectAgent(kiln.url, (await signUp(kiln.url)).key);
  t.is((await selling.listTools()).tools.filter(({ name }) => name.endsWith("_checkout")).length, 2);
  t.regex(selling.getInstructions() ?? "", /payment link/);
});

test("a suspended account connects and reads; what it may not do is the account-blocked result (rules/mcp 6 and 16)", async (t) => {
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
