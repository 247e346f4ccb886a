import test from "ava";
import { ANY_NETWORK } from "../../../runtime/http/guarded-fetch/index.js";
import { sendAttempt } from "../../../services/webhooks/send-attempt.js";
import { startReceiver } from "../../helpers/receiver.js";

test("a body is let go when it has been sent, however long the answer takes (rules/webhooks 19)", async (t) => {
  const receiver = await startReceiver();
  t.teardown(() => receiver.stop());
  const ending = new AbortController();
  receiver.answer = () => {};
  const body = Buffer.from(JSON.stringify({ text: "x".repeat(200_000) }));
  const shipment = { url: receiver.url, headers: {}, body: body as Buffer | null, policy: ANY_NETWORK };
  const attempt = new Promise<void>((resolve, reject) => {
    sendAttempt(shipment, { signal: ending.signal, sent: resolve }).catch(reject);
  });
  await attempt;
  t.is(shipment.body, null);
  ending.abort();
});
