import { setTimeout as sleep } from "node:timers/promises";
import type { ExecutionContext } from "ava";
import type { ContentEventKind } from "../../../contracts/content-events.js";
import { type Person, signUp } from "../client.js";
import { Documents } from "../content.js";
import { makeProject } from "../make-project.js";
import { makeWebhook } from "../make-webhook.js";
import { startReceiver } from "../receiver.js";
import { until } from "../until.js";
import type { HostileSite } from "../witness/hostile-site.js";

const DOCUMENTS = 8;

/** Somebody with a project of articles. */
async function authorOf({ kiln: { url } }: HostileSite): Promise<{
  person: Person;
  projectId: string;
  documents: Documents;
}> {
  const person = await signUp(url);
  const projectId = await makeProject(person);
  const fields = [{ name: "title", title: "Title", type: "string" }];
  const type = { name: "article", title: "Article", titleField: "title", fields };
  const made = await person.api.post(`/v1/projects/${projectId}/content/types`, type);
  if (made.status !== 200) throw new Error(JSON.stringify(made.body));
  return { person, projectId, documents: new Documents(person, projectId) };
}

/**
 * Publishes as another account again and again until told to stop, each time when the event before has come; gives how long each
 * event was on its way from the end of its publish, in milliseconds.
 */
export async function watchEvents(
  t: ExecutionContext,
  site: HostileSite,
): Promise<{ during(attack: () => Promise<void>): Promise<number[]> }> {
  const { person, projectId, documents } = await authorOf(site);
  const receiver = await startReceiver();
  t.teardown(() => receiver.stop());
  await makeWebhook(person.api, projectId, receiver.url);
  return {
    async during(attack) {
      const tooks: number[] = [];
      const state = { isOver: false };
      const watching = (async () => {
        while (!state.isOver) {
          await documents.makePublished({ title: "Beside" });
          const began = performance.now();
          await until(async () => receiver.received.length > tooks.length);
          tooks.push(Math.round(performance.now() - began));
          await sleep(100);
        }
      })();
      await attack();
      state.isOver = true;
      await watching;
      return tooks;
    },
  };
}

const WAVES: Readonly<Record<ContentEventKind, (documents: Documents, id: string) => Promise<unknown>>> = {
  "document.publish": (documents, id) => documents.publish(id, 1),
  "document.unpublish": (documents, id) => documents.unpublish(id),
  "document.delete": (documents, id) => documents.delete(id),
};

/** Publishes, unpublishes and deletes documents of a project that has webhooks for each of the three whose receivers hang. */
export async function sendInWaves(
  t: ExecutionContext,
  site: HostileSite,
  { receivers }: { receivers: number },
): Promise<() => Promise<void>> {
  const { person, projectId, documents } = await authorOf(site);
  const hole = await startReceiver();
  t.teardown(() => hole.stop());
  hole.answer = () => {};
  for (const kind of Object.keys(WAVES))
    for (let made = 0; made < receivers; made += 1)
      await makeWebhook(person.api, projectId, `${hole.url}/${made}`, { events: [kind] });
  const ids: string[] = [];
  for (let made = 0; made < DOCUMENTS; made += 1) ids.push(await documents.make({ title: `Page ${made}` }));
  return async () => {
    for (const act of Object.values(WAVES)) {
      await Promise.all(ids.map((id) => act(documents, id)));
      await sleep(600);
    }
    await sleep(3000);
    t.true(hole.open() > 0, "they hang");
  };
}

/** Publishes to receivers that answer, but late. */
export async function publishToLateReceivers(
  t: ExecutionContext,
  site: HostileSite,
  { receivers, lateMs }: { receivers: number; lateMs: number },
): Promise<() => Promise<void>> {
  const { person, projectId, documents } = await authorOf(site);
  const late = await startReceiver();
  t.teardown(() => late.stop());
  late.answer = (_req, res) => setTimeout(() => res.end(), lateMs);
  for (let made = 0; made < receivers; made += 1)
    await makeWebhook(person.api, projectId, `${late.url}/${made}`);
  return async () => {
    for (let round = 0; round < 2; round += 1) {
      for (let made = 0; made < DOCUMENTS; made += 1)
        await documents.makePublished({ title: `Page ${made}` });
      await sleep(lateMs);
    }
    t.true(late.received.length > receivers, "each had several");
  };
}
