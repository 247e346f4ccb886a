import type { ExecutionContext } from "ava";
import { setTimeout as sleep } from "node:timers/promises";
import { type Person, signUp } from "../client.js";
import { Documents } from "../content.js";
import { makeProject } from "../make-project.js";
import { makeWebhook } from "../make-webhook.js";
import { startReceiver } from "../receiver.js";
import { waitUntil } from "../wait-until.js";
import type { HostileSite } from "../witness/hostile-site.js";
import { insertEntries, insertJobs } from "./insert-backlog.js";

/** Sends `count` requests, `atOnce` at a time, as one client does. */
async function each(count: number, send: (at: number) => Promise<unknown>, atOnce = 16): Promise<void> {
  let next = 0;
  const go = async () => {
    for (let at = next++; at < count; at = next++) await send(at);
  };
  await Promise.all(Array.from({ length: atOnce }, go));
}

function expect({ status, body }: { status: number; body: unknown }): void {
  if (status !== 200) throw new Error(`${status}: ${JSON.stringify(body).slice(0, 300)}`);
}

/** Publishes to receivers of one project that never answer. */
export async function publishToHangingReceivers(
  t: ExecutionContext,
  { kiln: { url } }: HostileSite,
  { publishes, receivers }: { publishes: number; receivers: number },
): Promise<() => Promise<void>> {
  const owner = await signUp(url);
  const projectId = await makeProject(owner);
  const type = { name: "article", title: "Article", titleField: "title" };
  const fields = [{ name: "title", title: "Title", type: "string" }];
  expect(await owner.api.post(`/v1/projects/${projectId}/content/types`, { ...type, fields }));
  const hanging = await startReceiver();
  t.teardown(() => hanging.stop());
  hanging.answer = () => {};
  for (let made = 0; made < receivers; made += 1)
    await makeWebhook(owner.api, projectId, `${hanging.url}/${made}`);
  const documents = new Documents(owner, projectId);
  return async () => {
    await each(publishes, (at) => documents.makePublished({ title: `Page ${at}` }));
    await waitUntil(() => hanging.open() > 0, { what: () => "No receiver hangs." });
    await sleep(1000);
  };
}

/** Submits jobs that their provider keeps waiting, and waits until all have ended. */
export async function submitSlowJobs(
  t: ExecutionContext,
  { kiln: { url } }: HostileSite,
  count: number,
): Promise<() => Promise<void>> {
  const person = await signUp(url);
  const params = { kind: "image", prompt: "slowly [slow=1]", aspectRatio: "1:1", numImages: 1 };
  return async () => {
    await each(count, async () =>
      expect(await person.api.post("/v1/generations", { model: "mock-image", params })),
    );
    await untilEnded(person, count);
    t.pass();
  };
}

async function untilEnded(person: Person, count: number): Promise<void> {
  await waitUntil(
    async () => {
      let ended = 0;
      for (let offset = 0; offset < count; offset += 200) {
        const { body } = await person.api.get(`/v1/generations?limit=200&offset=${offset}`);
        ended += (body.jobs as { status: string }[]).filter(({ status }) => status === "succeeded").length;
      }
      await sleep(250);
      return ended === count;
    },
    { what: () => "The jobs do not end.", timeoutMs: 240_000 },
  );
}

/** Deletes a project with many jobs, and waits until nothing of it is left. */
export async function deleteLargeProject(
  t: ExecutionContext,
  { kiln: { url }, site }: HostileSite,
  jobs: number,
): Promise<() => Promise<void>> {
  const owner = await signUp(url);
  const projectId = await makeProject(owner);
  await insertJobs(site, owner, projectId, jobs);
  return async () => {
    const deleted = await owner.api.delete(`/v1/projects/${projectId}`);
    t.is(deleted.status, 200, JSON.stringify(deleted.body));
    await waitUntil(
      async () => {
        const rows = await site.query<{ purgedAt: number | null }>(
          "SELECT purgedAt FROM projects WHERE id = ?",
          [projectId],
        );
        await sleep(250);
        return rows[0]?.purgedAt !== null;
      },
      { what: () => "The project is not taken apart.", timeoutMs: 600_000 },
    );
    const rest = await site.query("SELECT id FROM generation_jobs WHERE projectId = ? LIMIT 1", [projectId]);
    t.deepEqual(rest, []);
  };
}

/** Reads the cost of a project with many entries of the ledger, again and again. */
export async function readLargeUsage(
  t: ExecutionContext,
  { kiln: { url }, site }: HostileSite,
  entries: number,
): Promise<() => Promise<void>> {
  const owner = await signUp(url);
  const projectId = await makeProject(owner);
  await insertEntries(site, owner, projectId, entries);
  return async () => {
    await each(12, async () => expect(await owner.api.get(`/v1/projects/${projectId}/usage?limit=200`)), 4);
    t.pass();
  };
}
