import { setTimeout as sleep } from "node:timers/promises";
import test from "ava";
import { type Person, signUp } from "../../helpers/client.js";
import { insertDocuments } from "../../helpers/hostile/insert-documents.js";
import { makeProject } from "../../helpers/make-project.js";
import { makeWebhook } from "../../helpers/make-webhook.js";
import { field, postType } from "../../helpers/post-type.js";
import { startReceiver } from "../../helpers/receiver.js";
import { waitUntil } from "../../helpers/wait-until.js";
import { HostileSite } from "../../helpers/witness/hostile-site.js";
import { assertUnhurt } from "../../helpers/witness/witness.js";

// Factor for the sizes. Deletions at once are bounded in bytes and in the events that they send, not only in rows.

const TIMES = process.env.KILN_LONG === undefined ? 1 : 4;
/** Documents of 400 MB, most of them in their histories, for which an account needs no storage. */
const LARGE = { documents: 30 * TIMES, revisions: 12, characters: 2 ** 20 };
const SMALL = { documents: 100 * TIMES, revisions: 0, characters: 20 };
const WEBHOOKS = 100;

let hostile: HostileSite;
let mallory: Person;
test.before(async () => {
  hostile = await HostileSite.open({ ALLOW_PRIVATE_NETWORK: "1" });
  mallory = await signUp(hostile.kiln.url);
});
test.after.always(() => hostile?.close());

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
