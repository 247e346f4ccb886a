import { setTimeout as sleep } from "node:timers/promises";
import test, { type ExecutionContext } from "ava";
import type { ServerResponse } from "node:http";
import type { ContentEvent, ContentEventKind } from "../../../contracts/content-events.js";
import type { Kiln } from "../../../start.js";
import { type Person, signUp } from "../../helpers/client.js";
import { emitEvents, publishEvent } from "../../helpers/emit-event.js";
import { makeProject } from "../../helpers/make-project.js";
import { type MadeWebhook, makeWebhook } from "../../helpers/make-webhook.js";
import { type Receiver, startReceiver } from "../../helpers/receiver.js";
import { startKiln } from "../../helpers/start-kiln.js";
import { until } from "../../helpers/until.js";

/** Of one webhook at once. */
const AT_ONCE = 8;
/** So many webhooks take all slots of the process for deliveries at once. */
const HOOKS = 32;

let kiln: Kiln;
let healthy: Receiver;
let other: Person;
let otherProject: string;
let there: MadeWebhook;
test.before(async () => {
  kiln = await startKiln({ ALLOW_PRIVATE_NETWORK: "1", WEBHOOK_RETRY_SECONDS: "600" });
  healthy = await startReceiver();
  other = await signUp(kiln.url);
  otherProject = await makeProject(other);
  there = await makeWebhook(other.api, otherProject, healthy.url);
});
test.after.always(async () => {
  await healthy?.stop();
  await kiln?.stop();
});

/** A receiver that answers nothing until it is told. */
async function startHole(t: ExecutionContext): Promise<Receiver & { release(): void }> {
  const waiting: ServerResponse[] = [];
  const receiver = await startReceiver();
  receiver.answer = (_req, res) => void waiting.push(res);
  t.teardown(() => receiver.stop());
  const release = () => {
    receiver.answer = (_req, res) => res.end();
    for (const res of waiting) res.end();
  };
  return Object.assign(receiver, { release });
}

/** Until no further attempt begins. */
async function settled(hole: Receiver, least: number): Promise<void> {
  await until(async () => hole.received.length >= least);
  for (let before = -1; before !== hole.received.length; await sleep(1500)) before = hole.received.length;
}

const makeWebhooks = async (
  owner: Person,
  projectId: string,
  url: string,
  { count = HOOKS, ...change }: { count?: number; events?: ContentEventKind[] } = {},
): Promise<MadeWebhook[]> => {
  const made: MadeWebhook[] = [];
  for (let at = 0; at < count; at += 1)
    made.push(await makeWebhook(owner.api, projectId, `${url}/${at}`, change));
  return made;
};
const remove = (owner: Person, hooks: readonly MadeWebhook[]) =>
  Promise.all(hooks.map(({ id }) => owner.api.delete(`/v1/content/webhooks/${id}`)));
const emitMany = (projectId: string, kind: ContentEventKind, content = {}) =>
  emitEvents(
    kiln.host,
    ...Array.from({ length: AT_ONCE }, () => ({ ...publishEvent(projectId, content), kind }) as ContentEvent),
  );
/** An event of somebody else is delivered while all attempts that hang go on: an attempt would end after 15 s (rules/webhooks 6). */
const passes = async (t: ExecutionContext, ...holes: Receiver[]) => {
  await emitEvents(kiln.host, publishEvent(otherProject));
  await there.newest("delivered");
  for (const hole of holes) t.is(hole.open(), hole.received.length, "nothing was given up for it");
};

test.serial(
  "receivers that take all slots keep them for half a second, again and again (rules/webhooks 10)",
  async (t) => {
    const owners = [await signUp(kiln.url), await signUp(kiln.url)];
    const holes: Receiver[] = [];
    const all: [Person, MadeWebhook[]][] = [];
    const projects: string[] = [];
    for (const owner of owners) {
      const [projectId, hole] = [await makeProject(owner), await startHole(t)];
      all.push([owner, await makeWebhooks(owner, projectId, hole.url)]);
      projects.push(projectId);
      holes.push(hole);
    }
    for (const [at, projectId] of projects.entries()) {
      await emitMany(projectId, "document.publish");
      await until(async () => holes[at]?.open() === HOOKS * AT_ONCE);
      await passes(t, ...holes.slice(0, at + 1));
    }
    for (const [owner, hooks] of all) await remove(owner, hooks);
  },
);

test.serial(
  "events in three waves, each to receivers of its own that hang, keep nobody else waiting (rules/webhooks 10)",
  async (t) => {
    const owner = await signUp(kiln.url);
    const [projectId, hole] = [await makeProject(owner), await startHole(t)];
    const kinds = ["document.publish", "document.unpublish", "document.delete"] as const;
    const hooks: MadeWebhook[] = [];
    for (const kind of kinds)
      hooks.push(...(await makeWebhooks(owner, projectId, `${hole.url}/${kind}`, { events: [kind] })));
    for (const kind of kinds) await emitMany(projectId, kind);
    await settled(hole, HOOKS * AT_ONCE);
    t.true(hole.open() > HOOKS * AT_ONCE, "more hang than there are slots");
    await passes(t, hole);
    await remove(owner, hooks);
  },
);

test.serial(
  "an account has 32 MB of bodies in hand at most, over all its projects, and all are sent in the end (rules/webhooks 19)",
  async (t) => {
    const owner = await signUp(kiln.url);
    const hole = await startHole(t);
    const hooks: MadeWebhook[] = [];
    const projects = [await makeProject(owner), await makeProject(owner)];
    for (const projectId of projects)
      hooks.push(...(await makeWebhooks(owner, projectId, `${hole.url}/${projectId}`, { count: 10 })));
    const content = { after: { title: "Long", body: { en: "x".repeat(250_000) } } };
    for (const projectId of projects) await emitMany(projectId, "document.publish", content);
    await settled(hole, 100);
    const bytes = () => hole.received.reduce((sum, { raw }) => sum + raw.length, 0);
    t.is(hole.open(), hole.received.length);
    t.true(bytes() <= 32 * 2 ** 20, `${bytes()} bytes`);
    t.true(bytes() >= 24 * 2 ** 20, "it had its share");
    await passes(t, hole);
    hole.release();
    await until(async () => {
      const logs = await Promise.all(hooks.map(({ deliveries }) => deliveries()));
      return logs.every((log) => log.length === AT_ONCE && log.every(({ status }) => status === "delivered"));
    });
    t.is(hole.received.length, hooks.length * AT_ONCE, "none was sent twice");
  },
);
