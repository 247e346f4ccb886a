import { randomUUID } from "node:crypto";
import test from "ava";
import type { WebhookDeliveryView } from "../../../contracts/webhooks.js";
import type { Client } from "../../helpers/client.js";
import { until } from "../../helpers/until.js";
import { openWebhookSite, type WebhookSite } from "../../helpers/webhook-site.js";

/** One process delivers what another one leaves on the same MariaDB. cluster/processes/two-processes has two that share the deliveries. */
let scene: WebhookSite;
test.before(async () => {
  scene = await openWebhookSite({ TASK_LEASE_SECONDS: "2" });
});
test.after.always(() => scene?.close());

const received = (id: string) => scene.receiver.received.filter(({ body }) => body.documentId === id);
const logOf = async (api: Client): Promise<WebhookDeliveryView[]> =>
  (await api.get(`/v1/content/webhooks/${scene.webhookId}/deliveries?limit=200`)).body.deliveries;
const delivered = (api: Client, id: string) =>
  until(async () =>
    (await logOf(api)).find(({ documentId, status }) => documentId === id && status === "delivered"),
  );

for (const [how, title] of [
  ["kill", "killed"],
  ["stop", "frozen for longer than its lease"],
] as const)
  test.serial(
    `a process that is ${title} when its receiver has answered: another one sends again, and the log has one attempt (rules/webhooks 11)`,
    async (t) => {
      const { site, at } = scene;
      const doomed = await site.start({ KILN_FAULT: `webhooks.sent=${how}` });
      const id = randomUUID();
      const { documents } = at(doomed);
      await documents.create({ title: "A" }, { id });
      await documents.publish(id, 1).catch(() => null);
      await (how === "kill" ? doomed.ended : doomed.stopped());
      t.is(received(id).length, 1);
      const rescuer = await site.startHere();
      const { api } = at(rescuer);
      const delivery = await delivered(api, id);
      t.is(delivery.attempts.length, 1);
      t.is(received(id).length, 2);
      t.is(new Set(received(id).map(({ raw }) => raw)).size, 1);
      if (how === "stop") {
        doomed.kill("SIGCONT");
        t.is((await doomed.stop()).code, 0);
      }
      t.deepEqual(await delivered(api, id), delivery);
      // The next process is alone when it takes its delivery.
      await rescuer.stop();
    },
  );
