import test from "ava";
import { type Person, signUp } from "../../helpers/client.js";
import { type Galera, openGalera } from "../../helpers/galera/open-galera.js";
import { type KeyedSubmissions, submitWithKeys } from "../../helpers/keyed-submissions.js";
import { type NatsServer, threeNatsServers } from "../../helpers/nats-server.js";
import { type Cluster, openCluster } from "../../helpers/open-cluster.js";
import { type SteadyLoad, steadyLoad } from "../../helpers/steady-load.js";
import { waitUntil } from "../../helpers/wait-until.js";
import { IS_LONG } from "../../helpers/is-long.js";

/**
 * There is no single point of failure: the tests use a real Galera cluster of three nodes behind HAProxy with one writer, and
 * three NATS servers. Each kill happens under load, and what was acknowledged before, during and after it is checked in the end.
 */
const CREDITS = 1_000_000;
const PASSWORD = "galera";

let galera: Galera;
let servers: NatsServer[];
let cluster: Cluster;
let ann: Person;
let submissions: KeyedSubmissions;
let reads: SteadyLoad;

test.before(async () => {
  [galera, servers] = await Promise.all([openGalera(), threeNatsServers(PASSWORD)]);
  cluster = await openCluster({
    DATABASE_URL: galera.url,
    NATS_URL: servers.map(({ url }) => url.replace("nats://", `nats://kiln:${PASSWORD}@`)).join(","),
    SIGNUP_CREDITS: String(CREDITS),
    TASK_LEASE_SECONDS: "5",
  });
  await cluster.areas();
  await Promise.all([cluster.gateway(), cluster.areas(), cluster.worker(), cluster.worker()]);
  ann = await signUp(cluster.url);
  await waitUntil(async () => (await ann.api.get("/v1/models")).body.total > 0);
  submissions = submitWithKeys(ann, [cluster.url]);
  reads = steadyLoad(() => fetch(`${cluster.url}/v1/account`, ann.api), { sideBySide: 2 });
});
test.after.always(async () => {
  await cluster?.close();
  await Promise.all([galera?.close(), ...(servers ?? []).map((server) => server.close())]);
});

/** Waits until reads and writes are answered again. Returns how long that took, in seconds. */
async function goesOn(): Promise<string> {
  const began = performance.now();
  const before = { acknowledged: submissions.acknowledged(), answered: reads.answered };
  await waitUntil(
    () => submissions.acknowledged() >= before.acknowledged + 6 && reads.answered >= before.answered + 10,
    { what: () => `Nothing goes on: ${JSON.stringify([...submissions.answers])}`, timeoutMs: 120_000 },
  );
  return `${((performance.now() - began) / 1000).toFixed(1)} s`;
}

const isWhole = () =>
  waitUntil(
    async () =>
      (await Promise.all(galera.nodes.map((node) => node.state("wsrep_cluster_size")))).every(
        (size) => size === "3",
      ),
    { what: () => "The cluster has not three nodes.", timeoutMs: 120_000 },
  );

test.serial(
  "a reader of the database is killed under load, and joins again (rules/running 36)",
  async (t) => {
    await goesOn();
    const writer = await galera.writer();
    const reader = galera.nodes.find((node) => node !== writer);
    if (reader === undefined) return t.fail("there is no reader");
    await reader.kill();
    t.log(`six submissions and ten reads after the reader was killed: ${await goesOn()}`);
    await reader.start();
    await isWhole();
    t.is(await galera.writer(), writer);
  },
);

/** Number of NATS servers that are killed. The rings kill one, because cluster/nats/servers kills each of them there. */
const KILLED = IS_LONG ? 3 : 1;

test.serial(
  `NATS servers are killed under load, ${KILLED} of 3, and come again (rules/running 36)`,
  async (t) => {
    for (const server of servers.slice(0, KILLED)) {
      await server.kill();
      t.log(`after a NATS server was killed: ${await goesOn()}`);
      await server.start();
    }
    t.pass();
  },
);

test.serial(
  "the writer is killed under load: another node takes over, and keeps what it took (rules/running 36)",
  async (t) => {
    const writer = await galera.writer();
    await writer.kill();
    t.log(`after the writer was killed: ${await goesOn()}`);
    const next = await galera.writer();
    t.not(next, writer);
    await writer.start();
    await isWhole();
    await goesOn();
    t.is(await galera.writer(), next, "a former writer that is back stands by");
  },
);

test.serial(
  "nothing acknowledged was lost or made twice, each job was charged once, and nobody was told 500 (rules/billing 8; rules/running 36)",
  async (t) => {
    await submissions.end();
    await reads.end();
    t.log(`answers of submissions: ${JSON.stringify([...submissions.answers])}, of reads: ${reads.answered}`);
    t.deepEqual(
      [...submissions.answers.keys()].filter((answer) => answer !== "200" && answer !== "503"),
      [],
    );
    t.deepEqual(
      [...new Set(reads.failures)].filter((failure) => failure !== "503"),
      [],
    );
    const acknowledged = [...submissions.jobs.values()].flatMap((ids) => [...ids]);
    t.is(acknowledged.length, submissions.jobs.size, "one job a key");

    const jobs = () =>
      cluster.site.query<{ id: string; status: string }>("SELECT id, status FROM generation_jobs");
    await waitUntil(async () => (await jobs()).every(({ status }) => status === "succeeded"), {
      what: () => "A job has not ended.",
      timeoutMs: 120_000,
    });
    t.deepEqual((await jobs()).map(({ id }) => id).toSorted(), acknowledged.toSorted());
    const { mismatches } = await cluster.site.verifyLedger();
    t.deepEqual(mismatches, []);
    const { body } = await ann.api.get("/v1/account");
    const [cost] = await cluster.site.query<{ credits: number }>(
      "SELECT SUM(costCredits) AS credits FROM generation_jobs",
    );
    t.is(body.remainingCredits, CREDITS - Number(cost?.credits));
    for (const node of galera.nodes)
      t.is(await node.state("wsrep_local_state_comment"), "Synced", "every node is in step");
  },
);
