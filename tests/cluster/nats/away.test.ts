import test, { type ExecutionContext } from "ava";
import { Client, type Answer, type Person, signUp } from "../../helpers/client.js";
import { IS_LONG } from "../../helpers/is-long.js";
import { mockRequest } from "../../helpers/mock-request.js";
import { type Cluster, openCluster } from "../../helpers/open-cluster.js";
import type { KilnProcess } from "../../helpers/spawn-kiln.js";
import { waitForJob } from "../../helpers/wait-for-job.js";
import { waitUntil } from "../../helpers/wait-until.js";

let cluster: Cluster;
let gateway: KilnProcess;
let areas: KilnProcess;
let person: Person;
test.before(async () => {
  cluster = await openCluster();
  [gateway, areas] = await Promise.all([cluster.gateway(), cluster.areas(), cluster.worker()]);
  person = await signUp(cluster.url);
});
test.after.always(() => cluster?.close());

/** Number of callers that ask side by side while a process stops, and their rest behind each answer. */
const [ASKERS, REST_MS] = IS_LONG ? [6, 20] : [3, 40];

const isAlive = async () => (await fetch(`${gateway.url}/livez`)).status === 200;

/** Asserts that an operation that the service cannot do now is 503 within 20 s (rules/edge 34). */
async function refusedInTime(t: ExecutionContext, api: Client): Promise<Answer> {
  const answer = await Promise.race([
    api.post("/v1/generations", mockRequest()),
    new Promise<never>((_resolve, reject) =>
      setTimeout(() => reject(new Error("No answer within 20 s.")), 20_000).unref(),
    ),
  ]);
  t.is(answer.status, 503, JSON.stringify(answer.body));
  t.is(answer.body.error.code, "unavailable");
  t.regex(answer.headers.get("retry-after") ?? "", /^[1-9]\d*$/);
  t.true(await isAlive());
  return answer;
}

test.serial(
  "one of two processes of an area stops under load, and no request fails (rules/running 14)",
  async (t) => {
    const other = await cluster.areas();
    const statuses = new Map<number, number>();
    const over = new AbortController();
    const load = Array.from({ length: ASKERS }, async () => {
      while (!over.signal.aborted) {
        const { status } = await person.api.get("/v1/generations");
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
        await new Promise((resolve) => setTimeout(resolve, REST_MS));
      }
    });
    await waitUntil(() => (statuses.get(200) ?? 0) > 50);
    t.is((await other.stop()).code, 0);
    const before = statuses.get(200) ?? 0;
    await waitUntil(() => (statuses.get(200) ?? 0) > before + 50);
    over.abort();
    await Promise.all(load);
    t.deepEqual([...statuses.keys()], [200]);
  },
);

test.serial(
  "an area whose process froze gives 503 unavailable within 20 s and says that the outcome is unknown (rules/edge 33 and 34)",
  async (t) => {
    areas.kill("SIGSTOP");
    await areas.stopped();
    const { body } = await refusedInTime(t, person.api);
    t.regex(body.error.message, /outcome is unknown.*Idempotency-Key/);
    areas.kill("SIGCONT");
    await waitUntil(async () => (await person.api.get("/v1/generations")).status === 200);
  },
);

test.serial(
  "an area that stopped gives 503 unavailable with Retry-After, and serves again when it is back (rules/edge 7 and 34)",
  async (t) => {
    t.is((await areas.stop()).code, 0);
    await refusedInTime(t, person.api);
    areas = await cluster.areas();
    await waitUntil(async () => (await person.api.get("/v1/models")).body.total > 0);
    const { body } = await person.api.post("/v1/generations", mockRequest());
    t.is((await waitForJob(person.api, body.job.id)).status, "succeeded");
    t.deepEqual((await cluster.site.verifyLedger()).mismatches, []);
  },
);
