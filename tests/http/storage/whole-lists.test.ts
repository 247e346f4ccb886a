import { once } from "node:events";
import { connect } from "node:net";
import test, { type ExecutionContext } from "ava";
import { unreadAnswers } from "../../../runtime/http/unread-answers.js";
import type { Kiln } from "../../../start.js";
import { type Person, signUp } from "../../helpers/client.js";
import { makeObjects } from "../../helpers/many-objects.js";
import { makeProject } from "../../helpers/make-project.js";
import { isInRings } from "../../helpers/of-rings.js";
import { waitUntil } from "../../helpers/wait-until.js";
import { startKiln } from "../../helpers/start-kiln.js";

// Number of objects. A list without `limit` gives all of them (rules/edge 28; ADR-0077).

const COUNT = 20_000;
/** Number of workflows and of files of a project. The rings have two pieces of each, a whole run all objects (read-in-pieces.ts). */
const COPIES = isInRings() ? 7000 : COUNT;
/** The objects of which there are copies: the first of them, of which each 1,000 have the same millisecond. */
const COPIED = `createdAt < ${1_700_000_000_000 + COPIES / 1000}`;
let kiln: Kiln;
let ann: Person;
let ids: string[] = [];
test.before(async () => {
  kiln = await startKiln();
  ann = await signUp(kiln.url);
  await makeObjects(kiln.host.read.database, ann.id, 1);
  const rows = await kiln.host.read.query<{ id: string }>(
    "SELECT id FROM storage_objects ORDER BY createdAt DESC, id DESC",
  );
  ids = rows.map(({ id }) => id);
});
test.after.always(() => kiln?.stop());

const idsOf = (body: { objects: { storageId: string }[] }): string =>
  body.objects.map(({ storageId }) => storageId).join();

test.serial(
  "a list without limit has every row once, in its order, over all pieces, and what is told of all of them (rules/edge 28)",
  async (t) => {
    t.is(ids.length, COUNT);
    const all = await ann.api.get("/v1/storage/usage");
    t.is(all.status, 200);
    t.deepEqual(Object.keys(all.body).toSorted(), ["includedBytes", "objects", "total", "totalBytes"]);
    t.is(all.body.total, COUNT);
    t.true(idsOf(all.body) === ids.join());
    const rest = await ann.api.get("/v1/storage/usage?offset=15000&sort=size");
    t.is(rest.body.total, COUNT);
    t.is(rest.body.objects.length, COUNT - 15_000);
    const short = await ann.api.get("/v1/storage/usage?offset=19990");
    t.true(idsOf(short.body) === ids.slice(19_990).join());
    const none = await ann.api.get("/v1/storage/usage?kind=video");
    t.deepEqual([none.body.objects, none.body.total], [[], 0]);
    t.is((await ann.api.get("/v1/storage/usage?limit=501")).status, 400);
    t.is((await ann.api.get("/v1/storage/usage?sort=name")).status, 400);
  },
);

test.serial("so has a project's list, for its members only (rules/edge 28)", async (t) => {
  const projectId = await makeProject(ann);
  await kiln.host.transact((tx) =>
    tx.run(
      `INSERT INTO project_links (id, projectId, storageId, addedByUserId, createdAt) SELECT id, ?, id, ownerId, createdAt FROM storage_objects WHERE ${COPIED}`,
      [projectId],
    ),
  );
  const all = await ann.api.get(`/v1/projects/${projectId}/storage`);
  t.deepEqual(Object.keys(all.body).toSorted(), ["objects", "total"]);
  t.is(all.body.total, COPIES);
  t.true(idsOf(all.body) === ids.slice(-COPIES).join());
  t.is((await (await signUp(kiln.url)).api.get(`/v1/projects/${projectId}/storage`)).status, 404);
});

test.serial("so has a list of workflows, in each of its orders (rules/edge 28)", async (t) => {
  const made = await ann.api.post("/v1/workflows", { name: "One" });
  const { id, projectId } = made.body.workflow;
  await kiln.host.transact((tx) =>
    tx.run(
      `INSERT INTO workflows (id, projectId, creatorId, name, graph, nodeCount, createdAt, updatedAt)
        SELECT o.id, w.projectId, w.creatorId, CONCAT('W', o.id), w.graph, w.nodeCount, o.createdAt, o.createdAt
          FROM workflows w, storage_objects o WHERE w.id = ? AND o.${COPIED}`,
      [id],
    ),
  );
  for (const sort of ["updated", "created", "name"]) {
    const all = await ann.api.get(`/v1/workflows?sort=${sort}`);
    t.is(all.body.total, COPIES + 1, projectId);
    t.is(new Set(all.body.workflows.map((workflow: { id: string }) => workflow.id)).size, COPIES + 1);
  }
});

/** Asks for the list with a key, reads its beginning, and takes no more until `resume`, which returns all that came. */
async function beginReading(key: string): Promise<{ resume(): Promise<string> }> {
  const { hostname, port } = new URL(kiln.url);
  const socket = connect(Number(port), hostname);
  socket.on("error", () => {});
  socket.write(`GET /v1/storage/usage HTTP/1.1\r\nHost: ${hostname}\r\nAuthorization: Bearer ${key}\r\n\r\n`);
  const [first] = (await once(socket.setEncoding("utf8"), "data")) as [string];
  socket.pause();
  let text = first;
  socket.on("data", (more: string) => (text += more)).pause();
  return {
    async resume() {
      const closed = once(socket, "close");
      socket.resume();
      await closed;
      return text;
    },
  };
}

const assertBrokenOff = (t: ExecutionContext, text: string): void => {
  t.regex(text, /^HTTP\/1\.1 200 /);
  t.notRegex(text, /"total":/);
  t.false(text.endsWith("\r\n0\r\n\r\n"));
};

test.serial(
  "a list whose reader takes nothing is broken off, and nobody takes a part for the whole (rules/running 23)",
  async (t) => {
    const { patienceMs } = unreadAnswers;
    unreadAnswers.patienceMs = 300;
    try {
      const reading = await beginReading(ann.key);
      await waitUntil(() => unreadAnswers.bytes === 0);
      // The rest is what the system had buffered.
      assertBrokenOff(t, await reading.resume());
    } finally {
      unreadAnswers.patienceMs = patienceMs;
    }
  },
);

test.serial(
  "a list that is under way ends when its key is deleted, without an end that could be taken for the whole (rules/identity 25)",
  async (t) => {
    const { patienceMs } = unreadAnswers;
    // A reader that takes nothing keeps its answer for as long as the test runs.
    unreadAnswers.patienceMs = 600_000;
    try {
      const { secret, apiKey } = (
        await ann.api.post("/v1/api-keys", { name: "reader", scopes: ["media:read"] })
      ).body;
      const reading = await beginReading(secret);
      t.true(unreadAnswers.bytes > 0);
      t.is((await ann.api.delete(`/v1/api-keys/${apiKey.id}`)).status, 200);
      await waitUntil(() => unreadAnswers.bytes === 0);
      assertBrokenOff(t, await reading.resume());
    } finally {
      unreadAnswers.patienceMs = patienceMs;
    }
  },
);
