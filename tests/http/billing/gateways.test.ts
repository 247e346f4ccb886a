import test from "ava";
import { signUp } from "../../helpers/client.js";
import { startKiln } from "../../helpers/start-kiln.js";

test("with BILLING=off checkouts are forbidden and credits still meter (rules/billing 31)", async (t) => {
  const kiln = await startKiln({ BILLING: "off" });
  t.teardown(() => kiln.stop());
  const person = await signUp(kiln.url);
  for (const body of [
    { kind: "topup", dollars: 10 },
    { kind: "subscription", tier: "pro" },
  ]) {
    const answer = await person.api.post("/v1/billing/checkout", body);
    t.is(answer.status, 403);
    t.is(answer.body.error.code, "forbidden");
  }
  t.is((await person.api.get("/v1/account")).body.remainingCredits, 500);
  t.is((await person.api.get("/v1/plans")).status, 200);
});

test("while Stripe cannot be reached a checkout is unavailable, and moves nothing (rules/edge 34)", async (t) => {
  const kiln = await startKiln({
    BILLING: "stripe",
    STRIPE_SECRET_KEY: "sk_test_x",
    STRIPE_API_BASE: "http://127.0.0.1:9",
    STRIPE_WEBHOOK_SECRET: "whsec_x",
  });
  t.teardown(() => kiln.stop());
  const person = await signUp(kiln.url);
  const answer = await person.api.post("/v1/billing/checkout", { kind: "topup", dollars: 10 });
  t.is(answer.status, 503);
  t.is(answer.body.error.code, "unavailable");
  t.truthy(answer.headers.get("retry-after"));
});
