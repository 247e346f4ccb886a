import { randomBytes } from "node:crypto";
import test from "ava";
import { Client, signUp } from "../../helpers/client.js";
import { makeProject } from "../../helpers/make-project.js";
import { makeReader } from "../../helpers/make-reader.js";
import { mockRequest } from "../../helpers/mock-request.js";
import { openSite } from "../../helpers/open-site.js";
import { field, postType } from "../../helpers/post-type.js";
import { makePreviousRelease, PREVIOUS } from "../../helpers/previous-release.js";
import { KilnProcess } from "../../helpers/spawn-kiln.js";
import { waitForJob } from "../../helpers/wait-for-job.js";
import { waitUntil } from "../../helpers/wait-until.js";

const EDGE = "gateway,delivery,mcp";
const CORE =
  "identity,billing,models,storage,projects,generation,content,translation,webhooks,operations,workflows";
const WORKER = "generation.*,plugins.mock";

test("the previous release and this one run together over one database and one NATS: each step of an upgrade process by process answers every request, and loses no job (rules/operations 10)", async (t) => {
  const previous = await makePreviousRelease();
  if (previous === null) {
    const loud = `NOT PROVED: the clone has no commit ${PREVIOUS.commit}, the previous release, so nothing ran beside it. Only the schemas were compared (expand.test.ts). "git fetch --unshallow" brings it.`;
    console.log(`\n!!! ${loud}\n`);
    t.log(loud);
    return t.pass();
  }
  t.teardown(() => previous.remove());
  const site = await openSite(
    {
      NATS_URL: process.env.KILN_TEST_NATS_URL ?? "",
      NAMESPACE: `upgrade-${randomBytes(6).toString("hex")}`,
      BASE_URL: "http://127.0.0.1:1",
      TASK_LEASE_SECONDS: "30",
      LAME_DUCK_SECONDS: "1",
      SIGNUP_CREDITS: "100000",
    },
    { isEmpty: true },
  );
  const alive: KilnProcess[] = [];
  t.teardown(async () => {
    await Promise.all(alive.map((kiln) => kiln.end()));
    await site.close();
  });
  const start = async (services: string, main?: string): Promise<KilnProcess> => {
    const mock = services === WORKER ? "1" : "0";
    const kiln = new KilnProcess({ ...site.env, SERVICES: services, MOCK_PROVIDER: mock }, main);
    alive.push(kiln);
    return kiln.ready();
  };
  const old = {
    edge: await start(EDGE, previous.main),
    core: await start(CORE, previous.main),
    worker: await start(WORKER, previous.main),
  };
  const migrationsOf = async () => (await site.query<{ name: string }>("SELECT name FROM migrations")).length;
  const migrated = await migrationsOf();

  const ann = await signUp(old.edge.url);
  const projectId = await makeProject(ann);
  await postType(ann.api, projectId, "page", [field("rank", { type: "number" })]);
  const reader = await makeReader(ann, projectId);
  const made = await ann.api.post(`/v1/projects/${projectId}/content/documents`, {
    type: "page",
    draft: { rank: 0 },
  });
  const { id } = made.body.document;
  await waitUntil(async () => (await ann.api.get("/v1/models")).body.total > 0);
  const jobs: string[] = [];
  let version = made.body.document.draftVersion as number;

  /** Makes a job, a save, a publish and reads by each of the given edges. */
  const work = async (step: string, edges: readonly KilnProcess[]): Promise<void> => {
    for (const { url } of edges) {
      const api = ann.api.at(url);
      for (const prompt of ["at once", "[slow=1] later"]) {
        const submitted = await api.post("/v1/generations", mockRequest(prompt));
        t.is(submitted.status, 200, `${step}: ${JSON.stringify(submitted.body)}`);
        jobs.push(submitted.body.job.id);
      }
      const rank = jobs.length;
      const saved = await api.put(`/v1/content/documents/${id}`, { draft: { rank }, baseVersion: version });
      t.is(saved.status, 200, `${step}: ${JSON.stringify(saved.body)}`);
      ({ version } = saved.body);
      const published = await api.post(`/v1/content/documents/${id}/publish`, { baseVersion: version });
      t.is(published.status, 200, `${step}: ${JSON.stringify(published.body)}`);
      for (const each of edges) {
        const read = await new Client(each.url, reader.headers).get(
          `/v1/content/${projectId}/documents/${id}`,
        );
        t.is(read.body.document?.rank, rank, `${step}: ${JSON.stringify(read.body)}`);
      }
      t.is((await api.get("/v1/account")).status, 200, step);
    }
  };
  const leave = async (kiln: KilnProcess): Promise<boolean> =>
    t.deepEqual(await kiln.stop(), { code: 0, signal: null }, kiln.output);

  await work("the previous release alone", [old.edge]);
  const core = await start(CORE);
  t.true(
    (await migrationsOf()) > migrated,
    "The newer release has brought no migration: name a later commit's.",
  );
  await work("two cores", [old.edge]);
  await leave(old.core);
  await work("an earlier edge before a newer core", [old.edge]);
  const edge = await start(EDGE);
  await work("two edges", [old.edge, edge]);
  const worker = await start(WORKER);
  await work("two workers", [old.edge, edge]);
  await leave(old.worker);
  await work("an earlier edge alone of the earlier release", [old.edge, edge]);
  await leave(old.edge);
  await work("the newer release alone", [edge]);
  for (const job of jobs) t.is((await waitForJob(ann.api.at(edge.url), job)).status, "succeeded");
  t.deepEqual(await site.query("SELECT id FROM holds"), []);
  t.deepEqual((await site.verifyLedger()).mismatches, []);
  for (const kiln of [worker, edge, core]) await leave(kiln);
});
