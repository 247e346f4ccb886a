import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { type Caller, makeCaller } from "../caller.js";
import type { Figure } from "../figure.js";
import { submission, submit, waitForAll, waitWhileQueued } from "../jobs.js";
import { Connection } from "../load/connection.js";
import { median, percentile } from "../load/percentile.js";
import type { Part } from "../part.js";
import { SECRET_KEY, startKilnProcess } from "../processes/kiln-process.js";
import { untilModelComes } from "../processes/until-model-comes.js";
import { findMariadb, findNats, makeDatabase } from "../surroundings.js";

const SUBMISSIONS = 300;
const CALLERS = 4;
const IDLE_ROUNDS = 25;
const FRONT = "gateway,identity,billing,models,storage,projects,generation,plugins.storage-disk";

/** Returns latencies of POST /v1/generations, in ms, while the jobs also run. */
async function submitMany(caller: Caller): Promise<number[]> {
  const connections = await Promise.all(Array.from({ length: CALLERS }, () => Connection.open(caller.url)));
  const request = submission(caller, "a kiln at night");
  const latencies: number[] = [];
  let left = SUBMISSIONS;
  await Promise.all(
    connections.map(async (connection) => {
      while (left-- > 0) {
        const started = performance.now();
        await submit(connection, request);
        latencies.push(performance.now() - started);
      }
    }),
  );
  const [first] = connections;
  if (first) await waitForAll(first, caller, SUBMISSIONS);
  for (const connection of connections) connection.close();
  return latencies;
}

/** Returns the times in ms from sending the submission until a reader first sees the job run, on an idle queue. */
async function submitToRunning(caller: Caller): Promise<number[]> {
  const [writer, reader] = [await Connection.open(caller.url), await Connection.open(caller.url)];
  // The job is long enough to be seen running, and over before the next one.
  const request = submission(caller, "[slow=0.12] a kiln at night");
  const times: number[] = [];
  for (let round = 0; round < IDLE_ROUNDS; round += 1) {
    const started = performance.now();
    const { id } = await submit(writer, request);
    await waitWhileQueued(reader, caller, id);
    times.push(performance.now() - started);
    await new Promise((resolve) => setTimeout(resolve, 180 + (round % 5) * 10));
  }
  writer.close();
  reader.close();
  // The first rounds are warm-up.
  return times.slice(5);
}

const idle = (name: string, times: readonly number[], target: number): Figure => ({
  name: `Submit to running, idle queue, ${name}, p50`,
  value: median(times),
  unit: "ms",
  target: { below: target },
  note: `p99 ${percentile(times, 0.99).toFixed(1)} ms; as seen by a client that polls`,
});

async function embedded(): Promise<Figure[]> {
  const kiln = await startKilnProcess();
  try {
    const caller = await makeCaller(kiln.url);
    const times = await submitToRunning(caller);
    const latencies = await submitMany(caller);
    const note = `${CALLERS} callers at once, SQLite, workers in the same process`;
    return [
      { name: "POST /v1/generations (mock), p50", value: median(latencies), unit: "ms", note },
      { name: "POST /v1/generations (mock), p99", value: percentile(latencies, 0.99), unit: "ms", note },
      idle("embedded", times, 50),
    ];
  } finally {
    await kiln.stop();
  }
}

/** Measures two processes: one has everything except for the workers and the provider, which the other one has. */
async function cluster(databaseServer: string, natsUrl: string): Promise<Figure[]> {
  await using left = new AsyncDisposableStack();
  const database = await makeDatabase(databaseServer);
  left.defer(() => database.drop());
  const media = await mkdtemp(join(tmpdir(), "kiln-bench-"));
  left.defer(() => rm(media, { recursive: true, force: true }));
  const both = {
    DATABASE_URL: database.url,
    NATS_URL: natsUrl,
    NAMESPACE: `bench-${randomUUID().slice(0, 8)}`,
    SECRET_KEY,
    STORAGE_URL: `disk:${media}`,
  };
  const front = await startKilnProcess({ ...both, SERVICES: FRONT });
  left.defer(() => front.stop());
  const workers = await startKilnProcess({ ...both, SERVICES: "generation.*" });
  left.defer(() => workers.stop());
  const caller = await makeCaller(front.url);
  await untilModelComes(caller, "mock-image");
  return [idle("two processes over NATS, MariaDB", await submitToRunning(caller), 150)];
}

/** Measures how fast jobs are accepted and begun. */
export const generations: Part = {
  name: "generations",
  async run(leaveOut) {
    const figures = await embedded();
    const [database, nats] = [await findMariadb(), await findNats()];
    if (database === null || nats === null) {
      leaveOut("Submit to running over NATS", database === null ? "no MariaDB" : "no NATS server");
      return figures;
    }
    return [...figures, ...(await cluster(database, nats))];
  },
};
