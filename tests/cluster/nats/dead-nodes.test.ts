import test from "ava";
import { type Person, signUp } from "../../helpers/client.js";
import { type EventStream, openEvents } from "../../helpers/event-stream.js";
import { mockRequest } from "../../helpers/mock-request.js";
import { type Cluster, openCluster } from "../../helpers/open-cluster.js";
import { setBalance } from "../../helpers/set-balance.js";
import type { KilnProcess } from "../../helpers/spawn-kiln.js";
import { steadyLoad } from "../../helpers/steady-load.js";
import { waitForJob } from "../../helpers/wait-for-job.js";
import { waitUntil } from "../../helpers/wait-until.js";

/** Nodes die and freeze beside their twins, and callers do not notice it (ADR-0059). */
let cluster: Cluster;
let ann: Person;
let gateway: KilnProcess;
let left: KilnProcess;
let right: KilnProcess;
let worker: KilnProcess;

/** What the gateway's process hosts. */
const EDGE = { SERVICES: "gateway,operations" };

test.before(async () => {
  // No lease of a task ends within this test, so work that is taken over is taken from a dead process.
  cluster = await openCluster({ TASK_LEASE_SECONDS: "600" });
  [gateway, left, right, worker] = await Promise.all([
    cluster.gateway(EDGE),
    cluster.areas(),
    cluster.areas(),
    cluster.worker(),
  ]);
  ann = await signUp(cluster.url);
  await setBalance(ann, ann, 100_000);
  await waitUntil(async () => (await ann.api.get("/v1/models")).body.total > 0);
});
test.after.always(() => cluster?.close());

let keys = 0;

/** Makes reads and submissions of Ann's all the time, and records the answer to each key of a submission, null for a refusal. */
function askSteadily() {
  const jobs = new Map<string, string | null>();
  const submit = async (key: string) => {
    const answer = await fetch(`${cluster.url}/v1/generations`, {
      method: "POST",
      headers: { ...ann.api.headers, "content-type": "application/json", "idempotency-key": key },
      body: JSON.stringify(mockRequest(key)),
    });
    const { job } = (await answer.clone().json()) as { job?: { id: string } };
    jobs.set(key, job?.id ?? null);
    return answer;
  };
  const get = (path: string) => steadyLoad(() => fetch(`${cluster.url}${path}`, ann.api), { sideBySide: 3 });
  const reads = [get("/v1/account"), get("/v1/generations?limit=1")];
  const submissions = steadyLoad(() => submit(`key ${(keys += 1)}`), { sideBySide: 2 });
  const all = [...reads, submissions];
  return {
    jobs,
    submit,
    failedReads: () => reads.flatMap(({ failures }) => failures),
    failedSubmissions: () => submissions.failures,
    answered: () => all.map(({ answered }) => answered),
    end: () => Promise.all(all.map((load) => load.end())),
  };
}

/** Waits until each of the loads was answered `times` more times. */
const answersMore = (load: ReturnType<typeof askSteadily>, times: number, which = [0, 1, 2]) => {
  const before = load.answered();
  return waitUntil(() => {
    const answered = load.answered();
    return which.every((at) => (answered[at] ?? 0) - (before[at] ?? 0) >= times);
  });
};

/** Returns whether operators are told that a process does not answer. */
const isSilent = async ({ pid }: KilnProcess): Promise<boolean> => {
  const { body } = await ann.session.get("/v1/admin/nodes");
  return body.silent.some((id: string) => id.includes(`-${pid}-`));
};

const jobsOfAnn = async (): Promise<number> => (await ann.api.get("/v1/generations?limit=1")).body.total;

test.serial(
  "a node that freezes costs readers nothing but time, and does nothing twice when it thaws (rules/operations 4; rules/running 18)",
  async (t) => {
    const before = await jobsOfAnn();
    const load = askSteadily();
    t.teardown(() => load.end());
    await answersMore(load, 10);
    right.kill("SIGSTOP");
    await right.stopped();
    await answersMore(load, 30, [0, 1]);
    await waitUntil(() => isSilent(right));
    right.kill("SIGCONT");
    await waitUntil(async () => !(await isSilent(right)));
    await answersMore(load, 30);
    await load.end();
    t.deepEqual(load.failedReads(), []);
    // The process may have been frozen with Ann's balance locked. Her other submissions are refused then, and may be repeated.
    for (const [key, job] of load.jobs) if (job === null) t.is((await load.submit(key)).status, 200);
    t.is(new Set(load.jobs.values()).size, load.jobs.size);
    t.is(await jobsOfAnn(), before + load.jobs.size);
  },
);

test.serial(
  "a node that is killed costs its callers nothing: reads and keyed writes go to its twin (rules/running 18)",
  async (t) => {
    const before = await jobsOfAnn();
    const load = askSteadily();
    t.teardown(() => load.end());
    await answersMore(load, 10);
    left.kill("SIGKILL");
    await left.ended;
    await answersMore(load, 30);
    await load.end();
    t.deepEqual(load.failedReads(), []);
    t.deepEqual(load.failedSubmissions(), []);
    t.is(new Set(load.jobs.values()).size, load.jobs.size);
    t.is(await jobsOfAnn(), before + load.jobs.size);
  },
);

/** Events of Bob, who watches his jobs. */
let streams: EventStream[] = [];
let bob: Person;

test.serial(
  "a gateway tells of jobs that another process works on; after its kill nothing is lost (rules/generation 19)",
  async (t) => {
    bob = await signUp(cluster.url);
    const submit = async (prompt: string): Promise<string> =>
      (await bob.api.post("/v1/generations", mockRequest(prompt))).body.job.id;
    const first = await openEvents(cluster.url, bob.api.headers);
    await first.until(await submit("quick"), "succeeded");
    const slow = await submit("[slow=4]");
    await first.until(slow, "running");
    gateway.kill("SIGKILL");
    await gateway.ended;
    await first.ended();
    gateway = await cluster.gateway(EDGE);
    const second = await openEvents(cluster.url, { ...bob.api.headers, "last-event-id": first.lastId });
    t.is((await second.until(slow, "succeeded")).at(-1), "succeeded");
    streams = [first, second];
  },
);

test.serial(
  "the models of a killed worker go, and another one takes its jobs over before their lease ends, of which each event is told once (rules/generation 15 and 19; rules/models 2)",
  async (t) => {
    t.is((await worker.stop()).code, 0);
    const dying = await cluster.worker({ KILN_FAULT: "generation.submitted=stop" });
    await waitUntil(async () => (await bob.api.get("/v1/models")).body.total > 0);
    const { body } = await bob.api.post("/v1/generations", mockRequest());
    await dying.stopped();
    dying.kill("SIGKILL");
    await dying.ended;
    await waitUntil(async () => (await bob.api.get("/v1/models")).body.total === 0);
    await cluster.worker();
    t.is((await waitForJob(bob.api, body.job.id)).status, "succeeded");
    const last = streams.at(-1);
    await last?.until(body.job.id, "succeeded");
    t.is(last?.of(body.job.id).filter(({ data }) => data.status === "succeeded").length, 1);
    t.deepEqual(
      streams.flatMap(({ events }) => events.slice(1).map(({ id }) => Number(id))),
      Array.from({ length: Number(last?.lastId) }, (_, at) => at + 1),
    );
    last?.close();
    t.deepEqual((await cluster.site.verifyLedger()).mismatches, []);
  },
);
