import { randomUUID } from "node:crypto";
import test, { type ExecutionContext } from "ava";
import type { WebhookDeliveryView } from "../../../contracts/webhooks.js";
import type { Client } from "../../helpers/client.js";
import { dealt } from "../../helpers/dealt.js";
import { until } from "../../helpers/until.js";
import { openWebhookSite, type WebhookSite } from "../../helpers/webhook-site.js";

/**
 * The process is killed (SIGKILL) around the delivery of events. Each event comes at least once, always with one id and one body.
 */
let scene: WebhookSite;
test.before(async () => {
  scene = await openWebhookSite();
});
test.afterEach.always(() => scene.site.endAll());
test.after.always(() => scene?.close());

const logOf = async (api: Client): Promise<WebhookDeliveryView[]> =>
  (await api.get(`/v1/content/webhooks/${scene.webhookId}/deliveries?limit=200`)).body.deliveries;
const received = (documentId: string) =>
  scene.receiver.received.filter(({ body }) => body.documentId === documentId);

for (const [point, title, sends] of dealt([
  ["webhooks.sending", "between publish and send", 1],
  ["webhooks.sent", "when the receiver has answered and nothing is written down", 2],
] as const))
  test.serial(`SIGKILL ${title}: after a restart the event is delivered (rules/webhooks 2)`, async (t) => {
    const { site, at } = scene;
    const doomed = await site.start({ KILN_FAULT: `${point}=kill` });
    const id = randomUUID();
    const { documents } = at(doomed);
    t.is((await documents.create({ title: "A" }, { id })).status, 200);
    // The answer may die with the process.
    await documents.publish(id, 1).catch(() => null);
    t.deepEqual(await doomed.ended, { code: null, signal: "SIGKILL" }, doomed.output);
    t.is(received(id).length, sends - 1);

    const { api } = at(await site.startHere());
    const delivery = await until(async () =>
      (await logOf(api)).find(({ documentId, status }) => documentId === id && status === "delivered"),
    );
    t.is(delivery.attempts.length, 1);
    t.is(received(id).length, sends);
    t.is(new Set(received(id).map(({ raw }) => raw)).size, 1);
    t.deepEqual([...new Set(received(id).map(({ headers }) => headers["x-svc-delivery"]))], [delivery.id]);
  });

const DEATHS = process.env.KILN_LONG === undefined ? 2 : 3;
const ENDS: Record<string, (t: ExecutionContext) => Promise<void>> = {
  "SIGTERM lets what is being sent end, and leaves the rest to the next process (rules/running 14)": async (
    t,
  ) => {
    const { site, at, receiver } = scene;
    const stopping = await site.start();
    const { documents } = at(stopping);
    const id = randomUUID();
    receiver.answer = (_req, res) => setTimeout(() => res.end(), 500);
    await documents.create({ title: "A" }, { id });
    await documents.publish(id, 1);
    await until(async () => received(id).length === 1);
    t.is((await stopping.stop()).code, 0);
    const { api } = at(await site.startHere());
    const delivery = await until(async () => (await logOf(api)).find(({ documentId }) => documentId === id));
    t.like(delivery, { status: "delivered" });
    t.is(received(id).length, 1);
    receiver.answer = (_req, res) => void res.end();
  },
  "SIGKILL in the middle of many publishes, again and again: what is published was told (rules/webhooks 2)":
    async (t) => {
      const { site, at, receiver } = scene;
      const ids: string[] = [];
      const before = receiver.received.length;
      for (let round = 1; round <= DEATHS; round += 1) {
        const doomed = await site.start();
        const { documents } = at(doomed);
        const fresh = Array.from({ length: 20 }, () => randomUUID());
        ids.push(...fresh);
        const work = fresh.map(async (id) => {
          await documents.create({ title: "A" }, { id });
          await documents.publish(id, 1);
        });
        await until(async () => receiver.received.length > before + round * 4);
        await doomed.end();
        await Promise.allSettled(work);
      }
      const kiln = await site.startHere();
      const { api, documents } = at(kiln);
      await until(async () => (await logOf(api)).every(({ status }) => status === "delivered"));
      let told = 0;
      for (const id of ids) {
        const { status, body } = await documents.get(id);
        const isPublished = status === 200 && body.document.status === "published";
        t.is(received(id).length > 0, isPublished, id);
        t.true(new Set(received(id).map(({ raw }) => raw)).size <= 1);
        told += isPublished ? 1 : 0;
      }
      t.true(told > 0);
    },
};
for (const [title, run] of dealt(Object.entries(ENDS))) test.serial(title, run);
