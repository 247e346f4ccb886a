import test from "ava";
import { Client, type Person, signUp } from "../../helpers/client.js";
import { mockRequest } from "../../helpers/mock-request.js";
import { type Cluster, openCluster } from "../../helpers/open-cluster.js";
import { setBalance } from "../../helpers/set-balance.js";
import { upload } from "../../helpers/upload.js";
import { waitForJob } from "../../helpers/wait-for-job.js";
import { waitUntil } from "../../helpers/wait-until.js";

let cluster: Cluster;
test.before(async () => {
  cluster = await openCluster({ TASK_LEASE_SECONDS: "2" });
});
test.after.always(() => cluster?.close());

const submit = (api: Client, prompts: readonly string[]) =>
  Promise.all(
    prompts.map(async (prompt) => {
      const { status, body } = await api.post("/v1/generations", mockRequest(prompt));
      if (status !== 200) throw new Error(JSON.stringify(body));
      return body.job.id as string;
    }),
  );
const numbered = (count: number, prompt: string) =>
  Array.from({ length: count }, (_, index) => `${prompt} ${index}`);

test("sign-up to result over three processes, while one worker is killed and one is frozen (rules/running 15)", async (t) => {
  const [gateway, areas, doomed] = await Promise.all([cluster.gateway(), cluster.areas(), cluster.worker()]);
  const operator = await signUp(cluster.url);
  const person: Person = await signUp(cluster.url);
  await setBalance(operator, person, 5000);
  const { api } = person;
  await waitUntil(async () => (await api.get("/v1/models")).body.total > 0);
  const picture = await upload(api, "image/png", Buffer.from("89504e470d0a1a0a", "hex"));
  t.is((await api.get(`/v1/storage/${picture}`)).body.object.sizeBytes, 8);

  // Calls that hang are certainly under way in the worker when it is killed.
  const hanging = await submit(api, numbered(4, "[upstream=hang]"));
  for (const id of hanging) await waitForJob(api, id, ["running"]);
  const first = await submit(api, numbered(30, "[slow=0.3]"));
  doomed.kill("SIGKILL");
  t.is((await doomed.ended).signal, "SIGKILL");

  const icy = await cluster.worker();
  for (const id of first) t.is((await waitForJob(api, id)).status, "succeeded");
  const held = "SELECT id FROM tasks WHERE state = 'running' AND queue LIKE 'generation.%@mock'";
  await waitUntil(async () => (await cluster.site.query(held)).length >= hanging.length);
  const second = await submit(api, numbered(30, "[slow=0.3]"));
  icy.kill("SIGSTOP");
  await icy.stopped();

  const last = await cluster.worker();
  for (const id of second) t.is((await waitForJob(api, id)).status, "succeeded");
  icy.kill("SIGCONT");
  const third = await submit(api, numbered(30, "after the thaw"));
  for (const id of third) t.is((await waitForJob(api, id)).status, "succeeded");
  for (const id of hanging)
    t.is((await api.post(`/v1/generations/${id}/cancel`)).body.job.status, "canceled");

  for (const kiln of [icy, last, areas, gateway])
    t.deepEqual(await kiln.stop(), { code: 0, signal: null }, kiln.output);
  const { site } = cluster;
  t.deepEqual(await site.query("SELECT id FROM holds"), []);
  const entries = await site.query<{ ref: string }>(
    "SELECT ref FROM ledger_entries WHERE kind = 'generation'",
  );
  t.deepEqual(entries.map(({ ref }) => ref).toSorted(), [...first, ...second, ...third].toSorted());
  t.is((await site.query("SELECT id FROM storage_objects")).length, 91);
  t.deepEqual(await site.checkMedia(), { orphans: [], missing: [] });
  t.deepEqual((await site.verifyLedger()).mismatches, []);
});
