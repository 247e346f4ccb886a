import test from "ava";
import { emitEvents, publishEvent } from "../../helpers/emit-event.js";
import { signUp } from "../../helpers/client.js";
import { makeProject } from "../../helpers/make-project.js";
import { makeWebhook } from "../../helpers/make-webhook.js";
import { startReceiver } from "../../helpers/receiver.js";
import { startKiln } from "../../helpers/start-kiln.js";

/** Public address that needs no name server. */
const PUBLIC = "https://93.184.215.14/hook";

test("the address is checked again before every send: one that has become private gets nothing (rules/webhooks 1)", async (t) => {
  const kiln = await startKiln({ WEBHOOK_RETRY_SECONDS: "0.05" });
  t.teardown(() => kiln.stop());
  const receiver = await startReceiver();
  t.teardown(() => receiver.stop());
  const owner = await signUp(kiln.url);
  const id = await makeProject(owner);
  const webhook = await makeWebhook(owner.api, id, PUBLIC);
  // The address changes, as that of a name would that resolves to another address than at the save.
  const url = receiver.url.replace("http:", "https:");
  await kiln.host.transact((tx) => tx.run("UPDATE webhooks SET url = ? WHERE id = ?", [url, webhook.id]));
  await emitEvents(kiln.host, publishEvent(id));
  const { attempts } = await webhook.newest("failed");
  t.is(attempts.length, 2);
  for (const { statusCode, error } of attempts) {
    t.is(statusCode, null);
    t.regex(error ?? "", /must be on the public internet; .*ALLOW_PRIVATE_NETWORK=1/);
  }
  t.deepEqual(receiver.received, []);
});
