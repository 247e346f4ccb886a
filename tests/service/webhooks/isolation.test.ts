import test from "ava";
import { payerOf } from "../../../services/webhooks/queues.js";
import type { Kiln } from "../../../start.js";
import { type Person, signUp } from "../../helpers/client.js";
import { emitEvents, publishEvent } from "../../helpers/emit-event.js";
import { makeProject } from "../../helpers/make-project.js";
import { makeWebhook } from "../../helpers/make-webhook.js";
import { ofRings } from "../../helpers/of-rings.js";
import { type Receiver, startReceiver } from "../../helpers/receiver.js";
import { startKiln } from "../../helpers/start-kiln.js";
import { until } from "../../helpers/until.js";

/** Time limit of an attempt (rules/webhooks 6). */
const TIMEOUT_MS = 15_000;
const HANGING = 20;
/** More than one webhook may have at once. */
const EVENTS = 10;
/** Most deliveries of one webhook at once. */
const AT_ONCE = 8;

let kiln: Kiln;
let owner: Person;
/** Receiver that never answers. */
let silent: Receiver;
let healthy: Receiver;
test.before(async () => {
  kiln = await startKiln({ ALLOW_PRIVATE_NETWORK: "1", WEBHOOK_RETRY_SECONDS: "600" });
  owner = await signUp(kiln.url);
  [silent, healthy] = [await startReceiver(), await startReceiver()];
  silent.answer = () => {};
});
test.after.always(async () => {
  await silent?.stop();
  await healthy?.stop();
  await kiln?.stop();
});

const queuesOf = async (webhookId: string): Promise<string[]> => {
  const rows = await kiln.host.read.query<{ queue: string }>("SELECT queue FROM tasks WHERE payer = ?", [
    payerOf({ id: webhookId, ownerId: owner.id }),
  ]);
  return rows.map(({ queue }) => queue);
};

test.serial(
  "receivers that never answer keep neither their own project's others nor anybody else's waiting (rules/webhooks 10)",
  async (t) => {
    const [projectId, other] = [await makeProject(owner), await makeProject(owner)];
    const hanging = [];
    for (let made = 0; made < HANGING; made += 1)
      hanging.push(await makeWebhook(owner.api, projectId, `${silent.url}/${made}`));
    await emitEvents(kiln.host, ...Array.from({ length: EVENTS }, () => publishEvent(projectId)));
    await until(async () => silent.open() === HANGING * AT_ONCE);
    const [here, there] = [
      await makeWebhook(owner.api, projectId, `${healthy.url}/here`),
      await makeWebhook(owner.api, other, `${healthy.url}/there`),
    ];
    await emitEvents(kiln.host, publishEvent(projectId));
    await emitEvents(kiln.host, publishEvent(other));
    await here.newest("delivered");
    await there.newest("delivered");
    // No attempt of the others was given up for it, and none has more than its share.
    t.is(silent.open(), HANGING * AT_ONCE);
    for (const { path } of silent.received) t.true(silent.at(path).length <= AT_ONCE);
    await Promise.all(hanging.map(({ patch }) => patch({ enabled: false })));
    await Promise.all(hanging.map(({ id }) => owner.api.delete(`/v1/content/webhooks/${id}`)));
  },
);

// In the rings service/webhooks/owners has more attempts than there are slots, of twenty owners.
for (const [hooks, events] of ofRings([[40, 7] as const], {}))
  test.serial(
    "forty receivers that never answer, with more attempts than there are slots, keep nobody else waiting (rules/webhooks 10)",
    async (t) => {
      const [projectId, other] = [await makeProject(owner), await makeProject(owner)];
      const hanging = [];
      for (let made = 0; made < hooks; made += 1)
        hanging.push(await makeWebhook(owner.api, projectId, `${silent.url}/forty/${made}`));
      const there = await makeWebhook(owner.api, other, `${healthy.url}/beside`);
      await emitEvents(kiln.host, ...Array.from({ length: events }, () => publishEvent(projectId)));
      await emitEvents(kiln.host, publishEvent(other));
      await there.newest("delivered");
      const given = (await Promise.all(hanging.map(({ deliveries }) => deliveries()))).flat();
      t.is(given.length, hooks * events);
      t.true(
        given.every(({ attempts }) => attempts.length === 0),
        "nobody was given up for it",
      );
      await Promise.all(hanging.map(({ patch }) => patch({ enabled: false })));
      await Promise.all(hanging.map(({ id }) => owner.api.delete(`/v1/content/webhooks/${id}`)));
    },
  );

test.serial(
  "a receiver that answers, but after over a second, waits among those that fail (rules/webhooks 10)",
  async (t) => {
    const projectId = await makeProject(owner);
    const slow = await startReceiver();
    t.teardown(() => slow.stop());
    const webhook = await makeWebhook(owner.api, projectId, `${slow.url}/slow`);
    slow.answer = (_req, res) => setTimeout(() => res.end(), 1100);
    await emitEvents(kiln.host, publishEvent(projectId));
    await webhook.newest("delivered");
    slow.answer = () => {};
    await emitEvents(kiln.host, publishEvent(projectId));
    t.deepEqual(await queuesOf(webhook.id), ["webhooks.retry"]);
  },
);

test.serial(
  "a receiver that never answers fails after 15 s; what waits for it goes to the queue of its kind (rules/webhooks 6 and 10)",
  async (t) => {
    const projectId = await makeProject(owner);
    const webhook = await makeWebhook(owner.api, projectId, `${silent.url}/alone`);
    await emitEvents(kiln.host, ...Array.from({ length: AT_ONCE + 3 }, () => publishEvent(projectId)));
    await until(async () => silent.at("/alone").length === AT_ONCE);
    t.deepEqual(new Set(await queuesOf(webhook.id)), new Set(["webhooks.send"]));
    const tried = await until(async () =>
      (await webhook.deliveries()).find(({ attempts }) => attempts.length > 0),
    );
    const [attempt] = tried.attempts;
    t.like(attempt, { statusCode: null, error: "The receiver did not answer within 15 s." });
    t.true(Number(attempt?.durationMs) >= TIMEOUT_MS - 100, String(attempt?.durationMs));
    t.truthy(tried.nextAttemptAt);
    await until(async () => (await queuesOf(webhook.id)).every((queue) => queue === "webhooks.retry"));
    await emitEvents(kiln.host, publishEvent(projectId));
    t.deepEqual(new Set(await queuesOf(webhook.id)), new Set(["webhooks.retry"]));
    // The receiver answers again, so its webhook is treated as the others are.
    silent.answer = (_req, res) => res.end();
    const [newest] = await webhook.deliveries();
    await owner.api.post(`/v1/content/webhooks/${webhook.id}/deliveries/${newest?.id}/retry`);
    await until(async () => (await webhook.deliveries()).some(({ status }) => status === "delivered"));
    await until(async () => {
      const [row] = await kiln.host.read.query<{ isTroubled: number }>(
        "SELECT isTroubled FROM webhooks WHERE id = ?",
        [webhook.id],
      );
      return Number(row?.isTroubled) === 0;
    });
  },
);

/** Bad answers, with the status that the log has: a status is an answer, whatever follows it. */
const BAD: Readonly<Record<string, { answer: Receiver["answer"]; status: number | null }>> = {
  "redirects to itself": {
    status: 307,
    answer: (req, res) => res.writeHead(307, { location: req.url ?? "/" }).end(),
  },
  "hangs up without an answer": { status: null, answer: (req) => req.socket.destroy() },
  "hangs up in the middle of its body": {
    status: 500,
    answer: (req, res) => {
      res.writeHead(500, { "content-length": 1000 }).write("half");
      setTimeout(() => req.socket.destroy(), 20);
    },
  },
  "answers without end": {
    status: 500,
    answer(_req, res) {
      res.writeHead(500);
      const chunk = Buffer.alloc(1024 * 1024, "x");
      const more = (): void => {
        while (!res.destroyed && res.write(chunk));
        res.once("drain", more);
      };
      more();
    },
  },
  drips: {
    status: 500,
    answer(_req, res) {
      res.writeHead(500);
      const drip = setInterval(() => res.write("."), 20);
      res.once("close", () => clearInterval(drip));
    },
  },
};

for (const [manner, { answer, status }] of Object.entries(BAD))
  test.serial(`a receiver that ${manner} keeps no other webhook waiting (rules/webhooks 10)`, async (t) => {
    const projectId = await makeProject(owner);
    const bad = await startReceiver();
    t.teardown(() => bad.stop());
    bad.answer = answer;
    healthy.received.length = 0;
    const webhook = await makeWebhook(owner.api, projectId, bad.url);
    const other = await makeWebhook(owner.api, projectId, `${healthy.url}/beside`);
    await emitEvents(kiln.host, ...Array.from({ length: EVENTS }, () => publishEvent(projectId)));
    await until(async () => healthy.at("/beside").length === EVENTS);
    await until(async () => (await other.deliveries()).every((each) => each.status === "delivered"));
    const tried = await until(async () =>
      (await webhook.deliveries()).find(({ attempts }) => attempts.length > 0),
    );
    t.is(tried.attempts.length, 1);
    t.is(tried.attempts[0]?.statusCode, status);
    t.truthy(tried.attempts[0]?.error);
    t.true(bad.received.length <= EVENTS, "each event came at most once");
    await webhook.patch({ enabled: false });
  });
