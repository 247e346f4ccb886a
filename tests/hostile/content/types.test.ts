import { setTimeout as sleep } from "node:timers/promises";
import test from "ava";
import { type Answer, type Person, signUp } from "../../helpers/client.js";
import { Documents } from "../../helpers/content.js";
import { insertDocuments } from "../../helpers/hostile/insert-documents.js";
import { insertTypes, largeFields } from "../../helpers/hostile/insert-types.js";
import { makeProject } from "../../helpers/make-project.js";
import { makeReader } from "../../helpers/make-reader.js";
import { makeWebhook } from "../../helpers/make-webhook.js";
import { isInRings } from "../../helpers/of-rings.js";
import { field, postType } from "../../helpers/post-type.js";
import { startReceiver } from "../../helpers/receiver.js";
import { waitUntil } from "../../helpers/wait-until.js";
import { HostileSite } from "../../helpers/witness/hostile-site.js";
import { assertUnhurt } from "../../helpers/witness/witness.js";

// Rules of a project's types compare each type with all others, and only the account that owns the types may wait for that. A draft
// of many items is read through definitions of many fields, and its size alone may say how long that takes.

/** Number of types of 250 KB each, almost as many as a project may have (rules/content 58). */
const TYPES = 28;
/** Number of rounds of each operation. */
const ROUNDS = isInRings() ? 2 : 5;

// Factor for the sizes. Deletions at once are bounded in bytes and in the events that they send, not only in rows.

const TIMES = process.env.KILN_LONG === undefined ? 1 : 4;
/** Documents of 400 MB, most of them in their histories, for which an account needs no storage. */
const LARGE = { documents: 30 * TIMES, revisions: 12, characters: 2 ** 20 };
const SMALL = { documents: isInRings() ? 40 : 100 * TIMES, revisions: 0, characters: 20 };
const WEBHOOKS = 100;

let hostile: HostileSite;
let mallory: Person;
let projectId: string;
let documents: Documents;
test.before(async () => {
  hostile = await HostileSite.open({ ALLOW_PRIVATE_NETWORK: "1" });
  mallory = await signUp(hostile.kiln.url);
  projectId = await makeProject(mallory);
  documents = new Documents(mallory, projectId);
  await postType(mallory.api, projectId, "article", [field("title")], { titleField: "title" });
  await insertTypes(hostile.site, projectId, TYPES);
});
test.after.always(() => hostile?.close());

/** Number of successes of each operation. On a busy machine some are refused or come too late. */
const done = { made: 0, changed: 0, deleted: 0, switched: 0, read: 0 };

/** Returns whether an answer was 200. An answer that takes too long becomes 503, and a repetition may conflict with it. */
function isDone({ status, body }: Answer): boolean {
  if (![200, 404, 409, 503].includes(status))
    throw new Error(`${status}: ${JSON.stringify(body).slice(0, 300)}`);
  return status === 200;
}

async function again(work: () => Promise<void>): Promise<void> {
  for (let round = 0; round < ROUNDS; round += 1) await work();
}

async function makeAndDelete(name: string, fields: readonly object[]): Promise<void> {
  const path = `/v1/projects/${projectId}/content/types`;
  if (isDone(await mallory.api.post(path, { name, title: name, fields }))) done.made += 1;
  const { body } = await mallory.api.get(`${path}?limit=3`);
  const type = body.contentTypes?.find((each: { name: string }) => each.name === name);
  if (type !== undefined && isDone(await mallory.api.delete(`/v1/content/types/${type.id}`)))
    done.deleted += 1;
}

/** The names of these fields in GraphQL begin as those of the large types do, so that all may collide with one of them. */
const nested = Array.from({ length: TYPES }, (_, at) =>
  field(`x${at}Of`, { type: "object", fields: [field("leaf")] }),
);

async function change(id: string): Promise<void> {
  const path = `/v1/content/types/${id}`;
  const { body } = await mallory.api.get(path);
  const baseVersion = body.contentType?.latestVersion;
  if (baseVersion === undefined) return;
  const fields = largeFields().slice(baseVersion % 2);
  if (isDone(await mallory.api.put(path, { baseVersion, fields }))) done.changed += 1;
}

async function switchLocale(defaultLocale: string): Promise<void> {
  const locales = [{ code: "de" }, { code: "en" }];
  const path = `/v1/projects/${projectId}/content/settings`;
  if (isDone(await mallory.api.put(path, { defaultLocale, locales }))) done.switched += 1;
}

test.serial(
  `making, changing and deleting types of a project with ${TYPES} large ones, and its default locale, hurt nobody else (rules/running 24)`,
  async (t) => {
    const documentId = await documents.makePublished({ title: "A page" });
    const reader = await makeReader(mallory, projectId);
    const { id } = await postType(mallory.api, projectId, "partY", largeFields());
    const met = await hostile.witness.during(async () => {
      await Promise.all([
        again(() => makeAndDelete("part", nested)),
        again(() => makeAndDelete("plain", largeFields())),
        again(async () => {
          await change(id);
          if (isDone(await reader.get(`/v1/content/${projectId}/documents/${documentId}`))) done.read += 1;
        }),
        again(() => switchLocale("de").then(() => switchLocale("en"))),
      ]);
    });
    assertUnhurt(t, met);
    t.log(done);
    for (const [what, count] of Object.entries(done)) t.true(count > 0, what);
  },
);

/** Items of a list, each of which is an object without a value. Its state takes 1 KB of memory for each while it is made. */
const ITEMS = isInRings() ? 50_000 : 100_000;
/** Fields that each item may have. */
const ITEM_FIELDS = 490;
const LOCALES = 200;

test.serial(
  `saving, reading and publishing a list of ${ITEMS} items of ${ITEM_FIELDS} fields, in ${LOCALES} locales and with a webhook, hurts nobody else (rules/running 24; rules/webhooks 15)`,
  async (t) => {
    const receiver = await startReceiver();
    t.teardown(() => receiver.stop());
    const ownId = await makeProject(mallory);
    const codes = ["en", ...Array.from({ length: LOCALES - 1 }, (_, at) => `en-${at + 100}`)];
    const settings = { defaultLocale: "en", locales: codes.map((code) => ({ code })) };
    const { status } = await mallory.api.put(`/v1/projects/${ownId}/content/settings`, settings);
    t.is(status, 200);
    await makeWebhook(mallory.api, ownId, receiver.url);
    const fields = Array.from({ length: ITEM_FIELDS }, (_, at) => field(`f${at}`, { type: "number" }));
    const list = field("list", { type: "array", of: { type: "object", fields } });
    await postType(mallory.api, ownId, "article", [list]);
    const own = new Documents(mallory, ownId);
    const items = Array.from({ length: ITEMS }, () => ({}));
    const path = `/v1/content/${ownId}/documents`;
    const reader = await makeReader(mallory, ownId);
    let seen: Answer | null = null;
    const met = await hostile.witness.during(async () => {
      const id = await own.makePublished({ list: items });
      const changed = await own.put(id, { list: [{ f1: 1 }, ...items.slice(1)] });
      t.is(changed.status, 200, JSON.stringify(changed.body).slice(0, 300));
      const published = await own.publish(id, 2);
      t.is(published.status, 200, JSON.stringify(published.body).slice(0, 300));
      isDone(await own.get(id));
      seen = await reader.get(`${path}/${id}?locale=en-100`);
    });
    assertUnhurt(t, met);
    t.is((seen as Answer | null)?.status, 200);
    await waitUntil(() => Promise.resolve(receiver.received.length === 2), {
      what: () => `The webhook heard of ${receiver.received.length} publishes.`,
    });
    t.is(receiver.received.at(-1)?.body.locales.length, LOCALES);
  },
);

/** Makes a type with such documents in a new project. */
async function makeDocuments(documents: typeof LARGE): Promise<{ projectId: string; typeId: string }> {
  const projectId = await makeProject(mallory);
  const { id: typeId } = await postType(mallory.api, projectId, "article", [field("title")]);
  await insertDocuments(hostile.site, { projectId, typeId, type: "article" }, documents);
  return { projectId, typeId };
}

/** Deletes something until no row of the project is left in the table. */
async function deleteAll(path: string, { table, projectId }: { table: string; projectId: string }) {
  const { status, body } = await mallory.api.delete(path);
  if (status !== 200 && status !== 503) throw new Error(`${status}: ${JSON.stringify(body)}`);
  await waitUntil(
    async () => {
      await sleep(250);
      const sql = `SELECT id FROM ${table} WHERE projectId = ? LIMIT 1`;
      return (await hostile.site.query(sql, [projectId])).length === 0;
    },
    { what: () => `There are rows in ${table} still.`, timeoutMs: 240_000 },
  );
}

test.serial(
  `deleting a type of ${LARGE.documents} documents with ${LARGE.documents * LARGE.revisions} MB of history hurts nobody else (rules/running 24; rules/content 8)`,
  async (t) => {
    const { projectId, typeId } = await makeDocuments(LARGE);
    const met = await hostile.witness.during(() =>
      deleteAll(`/v1/content/types/${typeId}?force=true`, { table: "content_types", projectId }),
    );
    assertUnhurt(t, met);
    for (const table of ["content_documents", "content_revisions"])
      t.deepEqual(
        await hostile.site.query(`SELECT id FROM ${table} WHERE projectId = ? LIMIT 1`, [projectId]),
        [],
      );
  },
);

// The rings leave this one out: it deletes by the same batches (service/runtime/delete-batch).
if (!isInRings())
  test.serial(
    `deleting a project with as many hurts nobody else (rules/running 24; rules/projects 13)`,
    async (t) => {
      const { projectId } = await makeDocuments(LARGE);
      const met = await hostile.witness.during(() =>
        deleteAll(`/v1/projects/${projectId}`, { table: "content_revisions", projectId }),
      );
      assertUnhurt(t, met);
    },
  );

test.serial(
  `deleting a type of ${SMALL.documents} documents, of which ${WEBHOOKS} webhooks are told, hurts nobody else (rules/running 24; rules/content 32)`,
  async (t) => {
    const { projectId, typeId } = await makeDocuments(SMALL);
    const receiver = await startReceiver();
    t.teardown(() => receiver.stop());
    for (let at = 0; at < WEBHOOKS; at += 1)
      await makeWebhook(mallory.api, projectId, `${receiver.url}/${at}`);
    const met = await hostile.witness.during(() =>
      deleteAll(`/v1/content/types/${typeId}?force=true`, { table: "content_types", projectId }),
    );
    assertUnhurt(t, met);
    const [told] = await hostile.site.query<{ count: number }>(
      "SELECT COUNT(*) AS count FROM webhook_deliveries WHERE projectId = ?",
      [projectId],
    );
    t.is(Number(told?.count), SMALL.documents * WEBHOOKS);
  },
);

test.serial(
  "after the attack, SIGTERM ends the process in time, and ledger and files agree (rules/running 14)",
  (t) => hostile.stop(t),
);
