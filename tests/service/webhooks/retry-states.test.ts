import anyTest, { type TestFn } from "ava";
import type { Kiln } from "../../../start.js";
import { type Person, signUp } from "../../helpers/client.js";
import { emitEvents, publishEvent } from "../../helpers/emit-event.js";
import { makeProject } from "../../helpers/make-project.js";
import { makeWebhook } from "../../helpers/make-webhook.js";
import { type Receiver, startReceiver } from "../../helpers/receiver.js";
import { startKiln } from "../../helpers/start-kiln.js";
import { until } from "../../helpers/until.js";

/** Pauses so long that only a retry by hand sends again during the test. */
const LADDER = "3600,7200";
const test = anyTest as TestFn<{ kiln: Kiln; owner: Person; receiver: Receiver }>;

test.before(async (t) => {
  const kiln = await startKiln({ ALLOW_PRIVATE_NETWORK: "1", WEBHOOK_RETRY_SECONDS: LADDER });
  t.context = { kiln, owner: await signUp(kiln.url), receiver: await startReceiver() };
});
test.after.always(async (t) => {
  await t.context.kiln.stop();
  await t.context.receiver.stop();
});

test("a delivery that waits, or was delivered, is sent at once by a retry, with all its attempts (rules/webhooks 7)", async (t) => {
  const { kiln, owner, receiver } = t.context;
  let status = 500;
  receiver.answer = (_req, res) => res.writeHead(status).end();
  const projectId = await makeProject(owner);
  const webhook = await makeWebhook(owner.api, projectId, receiver.url);
  await emitEvents(kiln.host, publishEvent(projectId));
  const newest = async () => (await webhook.deliveries())[0];
  const after = (attempts: number) =>
    until(async () => {
      const found = await newest();
      return found?.attempts.length === attempts && found;
    });
  const waitOf = ({ attempts, nextAttemptAt }: Awaited<ReturnType<typeof after>>) =>
    Math.round((Date.parse(nextAttemptAt ?? "") - Date.parse(attempts.at(-1)?.at ?? "")) / 3600_000);
  const waiting = await after(1);
  t.is(waiting.status, "pending");
  const retry = () => owner.api.post(`/v1/content/webhooks/${webhook.id}/deliveries/${waiting.id}/retry`);
  for (const attempts of [2, 3]) {
    t.like((await retry()).body.delivery, { id: waiting.id, status: "pending" });
    const again = await after(attempts);
    t.is(again.status, "pending");
    // The pause is the first one each time.
    t.is(waitOf(again), 1);
  }
  status = 204;
  await retry();
  t.like(await after(4), { status: "delivered", nextAttemptAt: null });
  t.like((await retry()).body.delivery, { status: "pending", completedAt: null });
  t.like(await after(5), { id: waiting.id, status: "delivered", nextAttemptAt: null });
  t.is(new Set(receiver.received.map(({ headers }) => headers["x-svc-delivery"])).size, 1);
  t.is(new Set(receiver.received.map(({ raw }) => raw)).size, 1);
});
