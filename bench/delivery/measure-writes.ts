import { createHash, randomUUID } from "node:crypto";
import { pairsOf } from "../content/create-and-publish.js";
import { seedArticles } from "../content/seed-articles.js";
import { perSecond, Workshop } from "../content/workshop.js";
import type { Figure } from "../figure.js";
import { Connection, requestBytes } from "../load/connection.js";
import { median } from "../load/percentile.js";
import { startKilnProcess } from "../processes/kiln-process.js";
import { startServer } from "../servers/start-server.js";
import { makeDatabase } from "../surroundings.js";
import { envOf } from "./kept-site.js";
import { BEST_PEER_WRITES } from "./peers.js";
import { seedHandWritten } from "./seed-hand-written.js";
import { article } from "./site.js";

const COUNT = 10_000;
const WRITERS = 8;
const TURN_MS = 1500;
const TURNS = 4;
/** Target as a share of the hand-written server: 495 pairs/s where that has 1,000. */
const OF_HAND_WRITTEN = 0.495;

/** Creates and publishes a document by two requests. */
type Pair = (connection: Connection) => Promise<void>;

/** Server with 10,000 articles, and its writers. */
interface Written {
  connections: Connection[];
  pair: Pair;
}

async function openKiln(left: AsyncDisposableStack, server: string | null): Promise<Written> {
  const database = server === null ? null : await makeDatabase(server);
  left.defer(async () => database?.drop());
  const kiln = await startKilnProcess(envOf(database?.url ?? null));
  left.defer(() => kiln.stop());
  const workshop = await Workshop.open(kiln.url);
  await seedArticles({ url: database?.url ?? null, dataDir: kiln.dataDir }, workshop.projectId, COUNT);
  return { connections: await workshop.connect(WRITERS), pair: pairsOf(workshop) };
}

async function openPlain(left: AsyncDisposableStack, server: string): Promise<Written> {
  const database = await makeDatabase(server);
  left.defer(() => database.drop());
  const token = randomUUID();
  await seedHandWritten(database.url, createHash("sha256").update(token).digest("hex"), COUNT);
  const { url, stop } = await startServer("hand-written", { DATABASE_URL: database.url });
  left.defer(stop);
  const headers = { authorization: `Bearer ${token}` };
  let number = COUNT;
  return {
    connections: await Promise.all(Array.from({ length: WRITERS }, () => Connection.open(url))),
    async pair(connection) {
      const { fields } = article((number += 1));
      const created = await connection.send(requestBytes(`${url}/create`, "POST", headers, fields));
      const { id } = JSON.parse(created.toString()) as { id: string };
      await connection.send(requestBytes(`${url}/publish`, "POST", headers, { id }));
    },
  };
}

/**
 * Measures create and publish with 8 writers: Kiln, and on MariaDB the hand-written server in turns with it, as a measure of the
 * machine's speed. The target follows from its pairs, so SQLite has none.
 */
export async function measureWrites(label: string, server: string | null): Promise<Figure> {
  await using left = new AsyncDisposableStack();
  const places = [await openKiln(left, server), ...(server === null ? [] : [await openPlain(left, server)])];
  left.defer(() => places.forEach(({ connections }) => connections.forEach((each) => each.close())));
  const run = ({ connections, pair }: Written) => perSecond(connections, TURN_MS, pair);
  for (const place of places) await run(place);
  const rates: number[][] = places.map(() => []);
  for (let turn = 0; turn < TURNS; turn++)
    for (const [at, place] of places.entries()) rates[at]?.push(await run(place));
  const [value = Number.NaN, plain] = rates.map(median);
  const beside =
    plain === undefined ? "" : `; hand-written ${plain.toFixed(0)}, ${(value / plain).toFixed(2)} of it`;
  return {
    name: `${label}: create + publish, 8 writers`,
    value,
    unit: "pairs/s",
    ...(plain !== undefined && { target: { atLeast: Math.round(OF_HAND_WRITTEN * plain) } }),
    note: `two requests a pair; ${(value / BEST_PEER_WRITES).toFixed(1)} times the best peer${beside}`,
  };
}
