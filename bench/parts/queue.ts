import { loadavg } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { type Caller, makeCaller } from "../caller.js";
import type { Figure } from "../figure.js";
import { submissionOf, submit } from "../jobs.js";
import { Connection } from "../load/connection.js";
import type { Part } from "../part.js";
import { untilModelComes } from "../processes/until-model-comes.js";
import { Deployment } from "../queue/deployment.js";
import { type Counts, ServerCounts } from "../queue/server-counts.js";
import { STEADY, STEADY_MODEL } from "../queue/steady-provider.js";
import { PacketCounts } from "../queue/packet-counts.js";
import { openGalera } from "../../tests/helpers/galera/open-galera.js";
import { findGalera } from "../../tests/run/find-galera.js";
import { startMariadb } from "../../tests/run/start-mariadb.js";
import { findNats } from "../surroundings.js";

/**
 * Whether a cluster of three nodes of Galera behind HAProxy with one writer is measured too, as `tests/cluster/database` has it.
 */
const WITH_GALERA = process.env.KILN_BENCH_GALERA === "1";
/**
 * Numbers of workers, which `KILN_BENCH_WORKERS` may change: a small or busy machine has no room for 32 processes, and the nodes
 * of the cluster have none for their connections.
 */
const WORKERS = (process.env.KILN_BENCH_WORKERS ?? (WITH_GALERA ? "1,4,16" : "1,4,16,32"))
  .split(",")
  .map(Number);
const ACCOUNTS = 8;
const CONNECTIONS_EACH = 2;
const WARM_UP = 32;
const IDLE_MS = 5000;
const ALONE = 20;
/** Returns the number of jobs that occupy the workers for some seconds. */
const jobsFor = (workers: number): number => Math.min(640, 80 + 80 * workers);

/** Submits jobs side by side, of all accounts in turns. */
async function submitAll(callers: readonly Caller[], count: number): Promise<void> {
  let left = count;
  await Promise.all(
    callers.flatMap((caller) =>
      Array.from({ length: CONNECTIONS_EACH }, async () => {
        const connection = await Connection.open(caller.url);
        const request = submissionOf(caller, STEADY_MODEL, "a kiln at night");
        while (left-- > 0) await submit(connection, request);
        connection.close();
      }),
    ),
  );
}

const since = (before: Counts, now: Counts): Counts => ({
  statements: now.statements - before.statements,
  transactions: now.transactions - before.transactions,
  packets: now.packets - before.packets,
});

/** Measures many jobs at once: the cost of one for the database, from its submission to its thumbnail, and the jobs a second. */
async function measureMany(
  name: string,
  counts: ServerCounts,
  callers: readonly Caller[],
  jobs: number,
): Promise<Figure[]> {
  const before = await counts.read();
  await submitAll(callers, jobs);
  const asked = await counts.untilIdle();
  const { statements, transactions, packets } = since(before, await counts.read());
  const spanMs = await counts.spanOf(jobs);
  const note = `${jobs} jobs of ${callers.length} accounts at once`;
  return [
    { name: `Jobs a second, ${name}`, value: (jobs * 1000) / spanMs, unit: "jobs/s", note },
    { name: `Statements a job, ${name}`, value: (statements - asked) / jobs, unit: "each", note },
    { name: `Transactions a job, ${name}`, value: transactions / jobs, unit: "each", note },
    ...(packets === 0 ? [] : [{ name: `Packets a job, ${name}`, value: packets / jobs, unit: "each", note }]),
  ];
}

/** Measures what the deployment asks of the database while nothing happens, and what a single job adds to that. */
async function measureQuiet(name: string, counts: ServerCounts, caller: Caller): Promise<Figure[]> {
  const rest = await counts.read();
  const began = performance.now();
  await sleep(IDLE_MS);
  const quiet = since(rest, await counts.read());
  const quietMs = performance.now() - began;
  const connection = await Connection.open(caller.url);
  const request = submissionOf(caller, STEADY_MODEL, "a kiln at night");
  const before = await counts.read();
  const alone = performance.now();
  let asked = 0;
  for (let job = 0; job < ALONE; job += 1) {
    await submit(connection, request);
    asked += await counts.untilIdle();
  }
  const { statements, packets } = since(before, await counts.read());
  const share = (performance.now() - alone) / quietMs;
  connection.close();
  const note = `${ALONE} jobs, one after the other; what the deployment asks at rest is left out`;
  const ofJob = (what: string, sum: number): Figure => ({
    name: `${what} of a job alone, ${name}`,
    value: sum / ALONE,
    unit: "each",
    note,
  });
  return [
    {
      name: `Statements a second at rest, ${name}`,
      value: (quiet.statements * 1000) / quietMs,
      unit: "each",
    },
    ofJob("Statements", statements - asked - quiet.statements * share),
    ...(packets === 0 ? [] : [ofJob("Packets", packets - quiet.packets * share)]),
  ];
}

/** Measures a deployment on a server with more and more workers. `where` ends the names of the figures. */
async function measureOn(server: string, nats: string, where: string): Promise<Figure[]> {
  await using left = new AsyncDisposableStack();
  const packets = WITH_GALERA ? await PacketCounts.open() : null;
  left.defer(() => packets?.close() ?? Promise.resolve());
  const deployment = await Deployment.open(server, nats, packets?.env);
  left.defer(() => deployment.close());
  const counts = await ServerCounts.open(deployment.databaseUrl, packets);
  left.defer(() => counts.close());
  const callers: Caller[] = [];
  for (let account = 0; account < ACCOUNTS; account += 1)
    callers.push(await makeCaller(deployment.front.url));
  const [first] = callers;
  if (first === undefined) throw new Error("There is no account.");
  const figures: Figure[] = [];
  for (const workers of WORKERS) {
    await deployment.grow(workers);
    await untilModelComes(first, STEADY_MODEL);
    await submitAll(callers, WARM_UP * workers);
    await counts.untilIdle();
    const name = `${workers} ${workers === 1 ? "worker" : "workers"}${where}`;
    const many = await measureMany(name, counts, callers, jobsFor(workers));
    const own = [...many, ...(await measureQuiet(name, counts, first))];
    console.error(own.map(({ name: what, value }) => `${what}: ${value.toFixed(1)}`).join("\n"));
    console.error(`Load average: ${loadavg()[0]?.toFixed(1)}`);
    figures.push(...own);
  }
  return figures;
}

/**
 * Measures what jobs cost the database, and the jobs a second, with more and more workers, each a process of its own as in a
 * deployment. The database server belongs to the bench, so that its counters count no other statements. With
 * `KILN_BENCH_GALERA=1` a cluster is measured too, with the packets of both. The embedded database has one process and no
 * counters; the part `jobs` measures it.
 */
export const queue: Part = {
  name: "queue",
  async run(leaveOut) {
    const [database, nats] = [await startMariadb(), await findNats()];
    if (database === null || nats === null) {
      leaveOut("The queue over NATS and MariaDB", database === null ? "no MariaDB" : "no NATS server");
      return [];
    }
    const figures = await measureOn(database.url, nats, "").finally(() => database.stop());
    if (WITH_GALERA && findGalera() === null)
      leaveOut("The queue on Galera", "no Galera, HAProxy or what they need");
    else if (WITH_GALERA) {
      const galera = await openGalera();
      figures.push(...(await measureOn(galera.url, nats, ", Galera").finally(() => galera.close())));
    }
    const possible = (STEADY.slots * 1000) / STEADY.submitMs;
    return figures.map((figure) =>
      figure.unit === "jobs/s"
        ? { ...figure, note: `${figure.note}; a worker's slots allow ${possible}` }
        : figure,
    );
  },
};
