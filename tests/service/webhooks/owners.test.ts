import { randomUUID } from "node:crypto";
import test from "ava";
import { Webhook } from "../../../entities/webhook.js";
import { BodiesInHand } from "../../../services/webhooks/bodies-in-hand.js";
import { deliverTasks } from "../../../services/webhooks/deliver.js";
import type { Kiln } from "../../../start.js";
import { type Person, signUp } from "../../helpers/client.js";
import { emitEvents, publishEvent } from "../../helpers/emit-event.js";
import { makeProject } from "../../helpers/make-project.js";
import { makeWebhook } from "../../helpers/make-webhook.js";
import { type Receiver, startReceiver } from "../../helpers/receiver.js";
import { startKiln } from "../../helpers/start-kiln.js";
import { until } from "../../helpers/until.js";

/** Of each owner, in one project. */
const HOOKS = 96;
/** All their webhooks are more than a process sends at once. */
const OWNERS = 20;

let kiln: Kiln;
let hanging: Receiver;
let healthy: Receiver;
test.before(async () => {
  kiln = await startKiln({ ALLOW_PRIVATE_NETWORK: "1", WEBHOOK_RETRY_SECONDS: "600" });
  [hanging, healthy] = [await startReceiver(), await startReceiver()];
  hanging.answer = () => {};
});
test.after.always(async () => {
  await hanging?.stop();
  await healthy?.stop();
  await kiln?.stop();
});

/** A project with webhooks whose receivers never answer. */
async function hangingProject(owner: Person): Promise<string> {
  const projectId = await makeProject(owner);
  const { id } = await makeWebhook(owner.api, projectId, `${hanging.url}/${owner.id}`);
  await kiln.host.transact(async (tx) => {
    const webhook = await tx.findOne(Webhook, { id });
    if (webhook === null) throw new Error("There is no webhook to copy.");
    const copy = () => ({ ...webhook, id: randomUUID() });
    await tx.insert(Webhook, Array.from({ length: HOOKS - 1 }, copy));
  });
  return projectId;
}

test.serial(
  "an owner alone has 174 attempts in hand at most, and another one's event comes (rules/webhooks 10 and 19)",
  async (t) => {
    const [owner, other] = [await signUp(kiln.url), await signUp(kiln.url)];
    const [projectId, otherProject] = [await hangingProject(owner), await makeProject(other)];
    const there = await makeWebhook(other.api, otherProject, healthy.url);
    const many = Array.from({ length: 3 }, () => publishEvent(projectId));
    await emitEvents(kiln.host, ...many);
    const inHand = () => hanging.at(`/${owner.id}`).length;
    await until(async () => inHand() >= 174);
    await emitEvents(kiln.host, publishEvent(otherProject));
    await there.newest("delivered");
    t.is(inHand(), 174);
    t.is(hanging.open(), hanging.received.length, "none was given up for it");
  },
);

test.serial(
  "however many webhooks of twenty owners hang, another one's event comes (rules/webhooks 10 and 19)",
  async (t) => {
    const other = await signUp(kiln.url);
    const otherProject = await makeProject(other);
    const here = await makeWebhook(other.api, otherProject, healthy.url);
    const projects: string[] = [];
    for (let made = 0; made < OWNERS; made += 1) projects.push(await hangingProject(await signUp(kiln.url)));
    for (const projectId of projects) await emitEvents(kiln.host, publishEvent(projectId));
    await emitEvents(kiln.host, publishEvent(otherProject));
    await here.newest("delivered");
    const mine = hanging.received.filter(({ body }) => projects.includes(body.projectId as string));
    t.true(mine.length > 0, "they hang");
    const ended = await kiln.host.read.query(
      "SELECT id FROM webhook_deliveries WHERE attempts <> '[]' AND projectId IN (" +
        projects.map(() => "?").join(", ") +
        ")",
      projects,
    );
    t.deepEqual(ended, [], "none was given up for it");
  },
);

test.serial(
  "long bodies that could not be sent are no longer in hand: all are tried, and come when the receiver is there (rules/webhooks 19)",
  async (t) => {
    const owner = await signUp(kiln.url);
    const projectId = await makeProject(owner);
    const webhook = await makeWebhook(owner.api, projectId, healthy.url);
    // An address that is refused before anything is sent.
    await kiln.host.transact((tx) => tx.update(Webhook, { id: webhook.id }, { url: "ftp://127.0.0.1/" }));
    const after = { title: "Long", body: { en: "x".repeat(250_000) } };
    const events = Array.from({ length: 12 }, () => publishEvent(projectId, { after }));
    await emitEvents(kiln.host, ...events);
    await until(async () => (await webhook.deliveries()).every(({ attempts }) => attempts.length === 1));
    await webhook.patch({ url: healthy.url });
    const before = healthy.received.length;
    for (const { id } of await webhook.deliveries())
      await owner.api.post(`/v1/content/webhooks/${webhook.id}/deliveries/${id}/retry`);
    await until(async () => (await webhook.deliveries()).every(({ status }) => status === "delivered"));
    const came = healthy.received.slice(before);
    const ids = came.map(({ body }) => body.documentId as string);
    t.deepEqual(ids.toSorted(), events.map(({ documentId }) => documentId).toSorted());
    t.true(came.every(({ body }) => body.document.body.en.length === 250_000));
  },
);

/** Bodies that say when somebody waits for room, and when that one is done. */
class WatchedBodies extends BodiesInHand {
  waiting = 0;
  done = 0;

  override async enter(...of: Parameters<BodiesInHand["enter"]>): Promise<() => void> {
    this.waiting += 1;
    const leave = await super.enter(...of);
    return () => {
      this.done += 1;
      leave();
    };
  }
}

test.serial(
  "a long body that waited for room goes to nobody who is disabled by then, and to the address of then (rules/webhooks 8 and 19)",
  async (t) => {
    const bodies = new WatchedBodies(1);
    for (const handler of deliverTasks(kiln.host, bodies)) {
      kiln.host.tasks.forget(handler.queue);
      kiln.host.tasks.handle(handler);
    }
    const owner = await signUp(kiln.url);
    const projectId = await makeProject(owner);
    const [old, other] = [await startReceiver(), await startReceiver()];
    t.teardown(() => Promise.all([old.stop(), other.stop()]));
    const disabled = await makeWebhook(owner.api, projectId, old.url);
    const moved = await makeWebhook(owner.api, projectId, old.url);
    // An owner may always have one body in hand; this one has it.
    const leave = await bodies.enter(
      { owner: owner.id, webhook: "another", bytes: 1 },
      new AbortController().signal,
    );
    const after = { title: "Long", body: { en: "x".repeat(100_000) } };
    await emitEvents(kiln.host, publishEvent(projectId, { after }));
    await until(async () => bodies.waiting === 3);
    await disabled.patch({ enabled: false });
    await moved.patch({ url: other.url });
    leave();
    await moved.newest("delivered");
    await until(async () => bodies.done >= 3);
    t.is(other.received.length, 1);
    t.is(old.received.length, 0);
    t.is((await disabled.newest("failed")).attempts.length, 0);
  },
);
