import { makeCaller } from "../caller.js";
import type { Figure } from "../figure.js";
import { submission, submit, waitForAll } from "../jobs.js";
import { Connection } from "../load/connection.js";
import type { Part } from "../part.js";
import { startKilnProcess } from "../processes/kiln-process.js";
import { findMariadb, makeDatabase } from "../surroundings.js";

const ACCOUNTS = 4;
const CONNECTIONS_EACH = 4;
const WARM_UP = 10;
const JOBS_EACH = 100;

/**
 * Measures jobs per second from the first submission to the last one's end. The jobs have these times, so that nothing has to ask
 * often while they run.
 */
async function wholeCycle(name: string, env: Readonly<Record<string, string>>): Promise<Figure> {
  const kiln = await startKilnProcess(env);
  try {
    const callers = await Promise.all(Array.from({ length: ACCOUNTS }, () => makeCaller(kiln.url)));
    const submitAll = (each: number) =>
      Promise.all(
        callers.map(async (caller) => {
          const connections = await Promise.all(
            Array.from({ length: CONNECTIONS_EACH }, () => Connection.open(kiln.url)),
          );
          const request = submission(caller, "a kiln at night");
          let left = each;
          await Promise.all(
            connections.map(async (connection) => {
              while (left-- > 0) await submit(connection, request);
            }),
          );
          const [first] = connections;
          const jobs = first ? await waitForAll(first, caller, each) : [];
          for (const connection of connections) connection.close();
          return jobs;
        }),
      );
    await submitAll(WARM_UP);
    const started = Date.now();
    const jobs = (await submitAll(JOBS_EACH)).flat();
    const last = Math.max(...jobs.map((job) => Date.parse(job.completedAt ?? "")));
    return {
      name: `Whole cycle of jobs on ${name}`,
      value: (jobs.length * 1000) / (last - started),
      unit: "jobs/s",
      note: `${jobs.length} image jobs of ${ACCOUNTS} accounts, submitted, made, settled; one process`,
    };
  } finally {
    await kiln.stop();
  }
}

/** Measures the throughput of jobs. */
export const jobs: Part = {
  name: "jobs",
  async run(leaveOut) {
    const figures = [await wholeCycle("SQLite", {})];
    const server = await findMariadb();
    if (server === null) {
      leaveOut("Whole cycle of jobs on MariaDB", "no MariaDB");
      return figures;
    }
    const database = await makeDatabase(server);
    try {
      figures.push(await wholeCycle("MariaDB", { DATABASE_URL: database.url }));
    } finally {
      await database.drop();
    }
    return figures;
  },
};
