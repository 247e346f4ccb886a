import { randomBytes } from "node:crypto";
import test from "ava";
import { checkPaymentGateway } from "../../../plugins/kit/conformance/payment-gateway.js";
import { ManualGateway } from "../../../plugins/payments/manual/manual-gateway.js";
import { StripeGateway } from "../../../plugins/payments/stripe/stripe-gateway.js";
import { StripeStandIn } from "../../stand-ins/stripe/stripe-stand-in.js";

test("the manual gateway passes the conformance suite of payment gateways (rules/models 36)", async (t) => {
  const gateway = new ManualGateway(randomBytes(32), () => "http://localhost:3000");
  const report = await checkPaymentGateway(gateway, async (_order, { url }) => {
    const [, , id, token] = new URL(url).pathname.split("/");
    return { payload: JSON.stringify({ id, token }), headers: {} };
  });
  t.deepEqual(
    report.filter(({ ok }) => !ok),
    [],
  );
});

test("the Stripe gateway passes the conformance suite of payment gateways (rules/models 36)", async (t) => {
  const stripe = new StripeStandIn();
  await stripe.start();
  t.teardown(() => stripe.stop());
  const gateway = new StripeGateway({
    secretKey: "sk_test_stand_in",
    webhookSecret: stripe.webhookSecret,
    apiBase: stripe.url,
    baseUrl: () => "http://localhost:3000",
    log: { warn() {} },
  });
  const report = await checkPaymentGateway(gateway, async (_order, { url }) => {
    const [event] = stripe.complete(stripe.sessionOf(url));
    if (event === undefined) throw new Error("no event");
    const { payload, signature } = stripe.signed(event);
    return { payload, headers: { "stripe-signature": signature } };
  });
  t.deepEqual(
    report.filter(({ ok }) => !ok),
    [],
  );
});
