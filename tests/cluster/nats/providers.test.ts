import { setTimeout as sleep } from "node:timers/promises";
import test from "ava";
import { installCareful, carefulRequest } from "../../helpers/careful-provider.js";
import { type Person, signUp } from "../../helpers/client.js";
import { mockRequest } from "../../helpers/mock-request.js";
import { type Cluster, openCluster } from "../../helpers/open-cluster.js";
import { waitForJob } from "../../helpers/wait-for-job.js";
import { waitUntil } from "../../helpers/wait-until.js";

let cluster: Cluster;
let ann: Person;
test.before(async () => {
  // The times are long enough that a busy machine, whose processes are late with their beats and leases, does not end the jobs
  // that are to succeed.
  cluster = await openCluster({ PROVIDER_GONE_SECONDS: "10", TASK_LEASE_SECONDS: "30" });
  await installCareful(cluster.site);
  await Promise.all([
    cluster.gateway({ PLUGINS_DIR: "/nonexistent" }),
    cluster.areas({ PLUGINS_DIR: "/nonexistent" }),
  ]);
  ann = await signUp(cluster.url);
});
test.after.always(() => cluster?.close());

const models = async (): Promise<string[]> =>
  (await ann.api.get("/v1/models")).body.models.map(({ provider }: { provider: string }) => provider);
const worker = (plugin: string) => cluster.worker({ SERVICES: `generation.*,plugins.${plugin}` });

test("a provider's process brings its models and takes them along; its jobs wait, then fail with a clear message (rules/models 2 and 5)", async (t) => {
  t.deepEqual(await models(), []);
  const mock = await worker("mock");
  await waitUntil(async () => (await models()).includes("mock"));
  t.false((await models()).includes("careful"));
  const careful = await worker("careful");
  await waitUntil(async () => (await models()).includes("careful"));

  // Each process takes the jobs that it can do.
  for (const request of [mockRequest(), carefulRequest()]) {
    const { body } = await ann.api.post("/v1/generations", request);
    const job = await waitForJob(ann.api, body.job.id);
    t.is(job.status, "succeeded", JSON.stringify(job));
  }

  const waiting = await ann.api.post("/v1/generations", mockRequest("[slow=3600]"));
  await waitForJob(ann.api, waiting.body.job.id, ["running"]);
  t.is((await mock.stop()).code, 0);
  await waitUntil(async () => !(await models()).includes("mock"));
  t.true((await models()).includes("careful"));
  const refused = await ann.api.post("/v1/generations", mockRequest());
  t.is(refused.status, 404);
  t.regex(refused.body.error.message, /mock-image/);

  const failed = await waitForJob(ann.api, waiting.body.job.id);
  t.like(failed, { status: "failed", costCredits: 0, charged: false });
  t.deepEqual(failed.error, { code: "provider_unavailable", retryable: true });
  t.regex(failed.errorMessage, /The provider mock is not running any more\. Nothing was charged\./);

  t.is((await careful.stop()).code, 0);
  t.deepEqual((await cluster.site.verifyLedger()).mismatches, []);
});

test("models of the only process of a provider stay while it is late with a few beats (rules/models 2)", async (t) => {
  const late = await openCluster();
  t.teardown(() => late.close());
  await Promise.all([late.gateway(), late.areas()]);
  const { api } = await signUp(late.url);
  const count = async (): Promise<number> => (await api.get("/v1/models")).body.total;
  const only = await late.worker();
  await waitUntil(async () => (await count()) > 0);
  only.kill("SIGSTOP");
  // Beats come each second, and a node with a twin is taken for dead after three.
  await sleep(5000);
  const seen = await count();
  only.kill("SIGCONT");
  t.true(seen > 0);
});

test("a job whose provider comes back in time goes on (rules/models 5)", async (t) => {
  const patient = await openCluster({ PROVIDER_GONE_SECONDS: "600" });
  t.teardown(() => patient.close());
  await Promise.all([patient.gateway(), patient.areas()]);
  const bob = await signUp(patient.url);
  const first = await patient.worker();
  await waitUntil(async () => (await bob.api.get("/v1/models")).body.total > 0);
  const { body } = await bob.api.post("/v1/generations", mockRequest("[slow=1]"));
  await waitForJob(bob.api, body.job.id, ["running"]);
  await first.end();
  await patient.worker();
  t.is((await waitForJob(bob.api, body.job.id)).status, "succeeded");
});
