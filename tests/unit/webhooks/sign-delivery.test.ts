import { createHmac } from "node:crypto";
import test from "ava";
import { Webhook } from "standardwebhooks";
import { deliveryHeaders } from "../../../services/webhooks/sign-delivery.js";
import { makeSecret, secretBytes } from "../../../services/webhooks/webhook-secret.js";

const secret = makeSecret();
const body = '{"event":"document.publish","title":"Grüße 🎨"}';
const now = Date.now();
const headers = deliveryHeaders(secret, { deliveryId: "d-1", event: "document.publish", body }, now);

test("the headers are the four of Kiln, with the time in milliseconds (rules/webhooks 4)", (t) => {
  t.is(headers["x-svc-event"], "document.publish");
  t.is(headers["x-svc-delivery"], "d-1");
  t.is(headers["x-svc-timestamp"], String(now));
  t.regex(headers["x-svc-signature"] ?? "", /^sha256=[0-9a-f]{64}$/);
});

test("the signature is over the timestamp, a dot and the raw body, keyed with the whole secret (rules/webhooks 4)", (t) => {
  const expected = createHmac("sha256", secret).update(`${now}.`).update(Buffer.from(body)).digest("hex");
  t.is(headers["x-svc-signature"], `sha256=${expected}`);
});

test("the stock verifier of the Standard Webhooks specification accepts our headers, and nothing tampered (rules/webhooks 4)", (t) => {
  const verifier = new Webhook(secret);
  t.deepEqual(verifier.verify(body, headers), JSON.parse(body));
  t.throws(() => verifier.verify(body.replace("publish", "delete"), headers));
  t.throws(() => verifier.verify(body, { ...headers, "webhook-id": "d-2" }));
  t.throws(() => new Webhook(makeSecret()).verify(body, headers));
});

test("a secret is whsec_ and the base64 of 32 random bytes (rules/webhooks 4)", (t) => {
  t.regex(secret, /^whsec_[A-Za-z0-9+/]{43}=$/);
  t.is(secretBytes(secret).length, 32);
  t.not(makeSecret(), secret);
});
