import test from "ava";
import { Webhook } from "standardwebhooks";
import { verifyWebhook, WebhookError } from "../../../sdk/index.js";
import { deliveryHeaders } from "../../../services/webhooks/sign-delivery.js";
import { makeSecret } from "../../../services/webhooks/webhook-secret.js";

const secret = makeSecret();
const body = JSON.stringify({ event: "document.delete", projectId: "p", documentId: "ä", type: "article" });
const now = 1_800_000_000_000;
const signed = () => deliveryHeaders(secret, { deliveryId: "d1", event: "document.delete", body }, now);
const without = (...names: string[]) =>
  Object.fromEntries(Object.entries(signed()).filter(([name]) => !names.includes(name)));
const refused = (headers: Record<string, string>, text = body, at = now, key = secret) =>
  verifyWebhook(key, headers, text, { now: at }).then(
    () => "taken",
    (error: unknown) => (error instanceof WebhookError ? "refused" : "fault"),
  );

test("what the service signs is taken by both signatures or either of them, as text, bytes and fetch headers (rules/clients 9; rules/webhooks 4)", async (t) => {
  t.like(await verifyWebhook(secret, signed(), body, { now }), { documentId: "ä" });
  t.like(await verifyWebhook(secret, new Headers(signed()), new TextEncoder().encode(body), { now }), {
    event: "document.delete",
  });
  t.is(await refused(without("webhook-signature")), "taken");
  t.is(await refused(without("x-svc-signature")), "taken");
});

test("another body, secret, time or id is refused, and so is one right signature beside a wrong one (rules/clients 9; rules/webhooks 4)", async (t) => {
  t.is(await refused(signed(), `${body} `), "refused");
  t.is(await refused(signed(), body, now, makeSecret()), "refused");
  for (const at of [now + 301_000, now - 301_000])
    for (const headers of [signed(), without("webhook-signature"), without("x-svc-signature")])
      t.is(await refused(headers, body, at), "refused");
  t.is(await refused({ ...signed(), "webhook-id": "d2" }), "refused");
  t.is(await refused({ ...signed(), "x-svc-signature": `sha256=${"0".repeat(64)}` }), "refused");
  t.is(await refused({ ...signed(), "webhook-signature": "v1,AAAA" }), "refused");
  t.is(await refused({ ...without("webhook-signature"), "x-svc-timestamp": String(now + 1) }), "refused");
  t.is(await refused(without("x-svc-signature", "webhook-signature")), "refused");
  t.is(await refused({}), "refused");
});

test("Standard Webhooks of another sender are taken, with several signatures in a rotation", async (t) => {
  const at = new Date(now);
  const made = new Webhook(secret).sign("m1", at, body);
  const headers = { "webhook-id": "m1", "webhook-timestamp": String(now / 1000) };
  t.is(await refused({ ...headers, "webhook-signature": `v1,${btoa("x".repeat(32))} ${made}` }), "taken");
});
