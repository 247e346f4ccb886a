import test from "ava";
import { signUp } from "../../helpers/client.js";
import { mockRequest } from "../../helpers/mock-request.js";
import { startNatsServer } from "../../helpers/nats-server.js";
import { openCluster } from "../../helpers/open-cluster.js";
import { waitForJob } from "../../helpers/wait-for-job.js";
import { waitUntil } from "../../helpers/wait-until.js";

test("NATS dies and comes back: readiness goes red and green again, calls fail at once meanwhile, jobs go on (rules/edge 37; rules/running 15)", async (t) => {
  const nats = await startNatsServer();
  t.teardown(() => nats.close());
  const cluster = await openCluster({ NATS_URL: nats.url });
  t.teardown(() => cluster.close());
  const all = await Promise.all([cluster.gateway(), cluster.areas(), cluster.worker()]);
  const { api } = await signUp(cluster.url);
  const created = await api.post("/v1/generations", mockRequest("[slow=0.5]"));
  const readiness = () =>
    Promise.all(
      all.map(async ({ url }) => {
        const answer = await fetch(`${url}/readyz`);
        return { status: answer.status, body: await answer.json() };
      }),
    );

  await nats.kill();
  await waitUntil(async () => (await readiness()).every(({ status }) => status === 503));
  for (const { body } of await readiness()) t.deepEqual(body, { ok: false, reason: "NATS is unreachable." });
  for (const { url } of all) t.is((await fetch(`${url}/livez`)).status, 200);
  const refused = await api.get("/v1/generations");
  t.is(refused.status, 503);
  t.is(refused.body.error.code, "unavailable");
  t.truthy(refused.headers.get("retry-after"));
  // Workers need no NATS: their work and their wake-ups are in the database.
  const done = "SELECT id FROM generation_jobs WHERE status = 'succeeded'";
  await waitUntil(async () => (await cluster.site.query(done)).length === 1);

  await nats.start();
  await waitUntil(async () => (await readiness()).every(({ status }) => status === 200));
  await waitUntil(async () => (await api.get("/v1/generations")).status === 200);
  t.is((await waitForJob(api, created.body.job.id)).status, "succeeded");
  const again = await api.post("/v1/generations", mockRequest());
  t.is((await waitForJob(api, again.body.job.id)).status, "succeeded");

  // A stop does not wait for a NATS that is away.
  await nats.kill();
  await waitUntil(async () => (await readiness()).every(({ status }) => status === 503));
  for (const kiln of all) t.deepEqual(await kiln.stop(), { code: 0, signal: null }, kiln.output);
});
