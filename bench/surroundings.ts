import { createDatabase, type TemporaryDatabase } from "../tests/run/create-database.js";
import { probeDatabase, startMariadb } from "../tests/run/start-mariadb.js";
import { probeNats, startNats } from "../tests/run/start-nats.js";
import type { Server } from "../tests/run/start-server.js";

const started: Server[] = [];

async function findOrStart(
  given: string | undefined,
  usual: string,
  probe: (url: string) => Promise<void>,
  start: () => Promise<Server | null>,
): Promise<string | null> {
  const url = given || usual;
  try {
    await probe(url);
    return url;
  } catch (error) {
    if (given) throw new Error("The server that the environment names does not answer.", { cause: error });
  }
  const server = await start();
  if (server === null) return null;
  started.push(server);
  return server.url;
}

let mariadb: Promise<string | null> | null = null;
let nats: Promise<string | null> | null = null;

/**
 * Returns a MariaDB: the one of the environment, the usual one of this machine, or one that the bench starts. Returns null
 * without any.
 */
export const findMariadb = (): Promise<string | null> =>
  (mariadb ??= findOrStart(
    process.env.KILN_BENCH_DATABASE_SERVER ?? process.env.TEST_DATABASE_URL,
    "mysql://root@127.0.0.1:3306/",
    probeDatabase,
    startMariadb,
  ));

/** Returns a NATS server, found like the database. */
export const findNats = (): Promise<string | null> =>
  (nats ??= findOrStart(process.env.TEST_NATS_URL, "nats://127.0.0.1:4222", probeNats, startNats));

/** Makes a fresh database on the server. */
export const makeDatabase = (server: string): Promise<TemporaryDatabase> =>
  createDatabase(server, "kiln_bench");

/** Ends the servers that were started here. */
export async function stopSurroundings(): Promise<void> {
  await Promise.all(started.map((server) => server.stop()));
}
