import { setTimeout as sleep } from "node:timers/promises";
import type { ExecutionContext } from "ava";
import { type Person, signUp } from "../client.js";
import { Documents } from "../content.js";
import { makeProject } from "../make-project.js";
import { makeWebhook } from "../make-webhook.js";
import { startReceiver } from "../receiver.js";
import { until } from "../until.js";
import type { HostileSite } from "../witness/hostile-site.js";

const DOCUMENTS = 8;

/** Somebody with a project of articles. */
export async function authorOf({ kiln: { url } }: HostileSite): Promise<{
  person: Person;
  projectId: string;
  documents: Documents;
}> {
  const person = await signUp(url);
  const projectId = await makeProject(person);
  const fields = [
    { name: "title", title: "Title", type: "string" },
    { name: "body", title: "Body", type: "text" },
  ];
  const type = { name: "article", title: "Article", titleField: "title", fields };
  const made = await person.api.post(`/v1/projects/${projectId}/content/types`, type);
  if (made.status !== 200) throw new Error(JSON.stringify(made.body));
  return { person, projectId, documents: new Documents(person, projectId) };
}

/**
 * Publishes as another account again and again until told to stop, each time after the previous event has come. Returns how long
 * each event took from the end of its publish, in milliseconds.
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
      // The failure is reported below, also when the attack fails first.
      watching.catch(() => {});
      try {
        await attack();
      } finally {
        state.isOver = true;
      }
      await watching;
      return tooks;
    },
  };
}

/** Publishes to receivers that answer late. */
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
