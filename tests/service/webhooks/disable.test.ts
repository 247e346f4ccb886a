import test from "ava";
import type { WebhookDelivery } from "../../../entities/webhook-delivery.js";
import { endSome, endTask } from "../../../services/webhooks/end-waiting.js";
import type { Kiln } from "../../../start.js";
import { type Person, signUp } from "../../helpers/client.js";
import { emitEvents, publishEvent } from "../../helpers/emit-event.js";
import { makeProject } from "../../helpers/make-project.js";
import { type MadeWebhook, makeWebhook } from "../../helpers/make-webhook.js";
import { type Receiver, startReceiver } from "../../helpers/receiver.js";
import { startKiln } from "../../helpers/start-kiln.js";
import { until } from "../../helpers/until.js";

/** Of 250 KB each: more than two batches of 4 MB. */
const WAITING = 40;
/** What waits, waits. */
const LADDER = "3600,7200";

let kiln: Kiln;
let owner: Person;
let receiver: Receiver;
test.before(async () => {
  kiln = await startKiln({ ALLOW_PRIVATE_NETWORK: "1", WEBHOOK_RETRY_SECONDS: LADDER });
  owner = await signUp(kiln.url);
});
test.beforeEach(async () => {
  receiver = await startReceiver();
  // so that the test alone ends what waits
  await kiln.host.tasks.pause(["webhooks.end"], 1000);
});
test.afterEach.always(() => receiver.stop());
test.after.always(() => kiln?.stop());

/** A webhook for which that many deliveries wait after a first attempt. */
async function makeWaiting(): Promise<{ webhook: MadeWebhook; projectId: string }> {
  const projectId = await makeProject(owner);
  const webhook = await makeWebhook(owner.api, projectId, receiver.url);
  receiver.answer = (_req, res) => res.writeHead(500).end();
  const content = { after: { title: "Long", body: { en: "x".repeat(250_000) } } };
  for (let at = 0; at < WAITING; at += 10)
    await emitEvents(kiln.host, ...Array.from({ length: 10 }, () => publishEvent(projectId, content)));
  await until(async () =>
    (await rowsOf(webhook)).every(({ attempts, status }) => status === "pending" && attempts !== "[]"),
  );
  receiver.answer = (_req, res) => res.end();
  return { webhook, projectId };
}
const rowsOf = ({ id }: MadeWebhook) =>
  kiln.host.read.query<{ status: WebhookDelivery["status"]; attempts: string }>(
    "SELECT status, attempts FROM webhook_deliveries WHERE webhookId = ?",
    [id],
  );
const waitingOf = async (webhook: MadeWebhook): Promise<number> =>
  (await rowsOf(webhook)).filter(({ status }) => status === "pending").length;
const statusesOf = async (webhook: MadeWebhook) =>
  (await webhook.deliveries()).map(({ status, nextAttemptAt, completedAt }) =>
    [status, nextAttemptAt, completedAt === null ? "waits" : "is over"].join(" "),
  );

test.serial(
  "what waits for a disabled webhook has failed for its owner at once, and is ended 4 MB at a time (rules/webhooks 8)",
  async (t) => {
    const { webhook } = await makeWaiting();
    t.false(await endSome(kiln.host, webhook.id), "it is enabled");
    t.is(await waitingOf(webhook), WAITING);
    const { lastDelivery, enabled } = await webhook.patch({ enabled: false });
    t.false(enabled);
    t.like(lastDelivery, { status: "failed", nextAttemptAt: null });
    t.is(await waitingOf(webhook), WAITING, "the task is to end them");
    const failed = await statusesOf(webhook);
    t.deepEqual(new Set(failed), new Set(["failed  is over"]));
    const left: number[] = [];
    while (await endSome(kiln.host, webhook.id)) left.push(await waitingOf(webhook));
    t.is(left.at(-1), 0);
    for (const [at, now] of left.entries()) {
      const ended = (left[at - 1] ?? WAITING) - now;
      t.true(ended * 250_000 <= 4 * 2 ** 20, `${ended} at once`);
    }
    t.deepEqual(await statusesOf(webhook), failed);
  },
);

test.serial(
  "a webhook that is enabled again at once sends nothing of what waited for it when it was disabled (rules/webhooks 8)",
  async (t) => {
    const { webhook, projectId } = await makeWaiting();
    await webhook.patch({ enabled: false });
    receiver.received.length = 0;
    t.true((await webhook.patch({ enabled: true, name: "Again" })).enabled);
    t.is(await waitingOf(webhook), 0);
    t.deepEqual(new Set(await statusesOf(webhook)), new Set(["failed  is over"]));
    await emitEvents(kiln.host, publishEvent(projectId, { after: { title: "New" } }));
    await webhook.newest("delivered");
    t.is(receiver.received.length, 1);
  },
);

test.serial(
  "a task ends what waits for a disabled webhook, also of one that a 410 disabled (rules/webhooks 8)",
  async (t) => {
    const { webhook, projectId } = await makeWaiting();
    receiver.answer = (_req, res) => res.writeHead(410).end();
    await emitEvents(kiln.host, publishEvent(projectId));
    for (let event = 0; event < LADDER.split(",").length; event += 1) {
      const gone = await until(async () =>
        (await webhook.deliveries()).find(
          ({ attempts }) => attempts.length === event + 1 && attempts[event]?.statusCode === 410,
        ),
      );
      await kiln.host.transact((tx) => kiln.host.tasks.hasten(tx, "webhooks.retry", gone.id));
    }
    await until(
      async () =>
        (await owner.api.get(`/v1/projects/${projectId}/content/webhooks`)).body.webhooks[0].enabled ===
        false,
    );
    t.deepEqual(new Set(await statusesOf(webhook)), new Set(["failed  is over"]));
    t.is(await waitingOf(webhook), WAITING);
    kiln.host.tasks.handle(endTask(kiln.host));
    await until(async () => (await waitingOf(webhook)) === 0);
    t.pass();
  },
);
