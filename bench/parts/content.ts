import { performance } from "node:perf_hooks";
import { article, form } from "../content/article.js";
import { createAndPublish } from "../content/create-and-publish.js";
import { seedArticles } from "../content/seed-articles.js";
import { perSecond, Workshop } from "../content/workshop.js";
import type { Figure } from "../figure.js";
import type { Connection } from "../load/connection.js";
import { median, percentile } from "../load/percentile.js";
import type { Part } from "../part.js";
import { type KilnProcess, startKilnProcess } from "../processes/kiln-process.js";
import { findMariadb, makeDatabase } from "../surroundings.js";

const RUN_MS = 4000;
const WRITERS = [1, 8, 32];
const ROUNDS = 60;
const LIST_MS = 20_000;
const SEEDED = 10_000;
const SEEDED_LARGE = 1_000_000;

interface Workplace {
  name: string;
  kiln: KilnProcess;
  workshop: Workshop;
}

const writes = async ({ name, workshop }: Workplace): Promise<Figure> => ({
  name: `Create and publish, 8 writers, ${name}`,
  value: await createAndPublish(workshop, RUN_MS),
  unit: "pairs/s",
  note: "two requests a pair",
});

async function saves({ name, workshop }: Workplace, writers: number, isSame: boolean): Promise<Figure> {
  const connections = await workshop.connect(writers);
  const [first] = connections;
  if (first === undefined) throw new Error("There is no connection.");
  const ids = await Promise.all(
    connections.map((connection) => workshop.create(connection, "article", article(0))),
  );
  let turn = 0;
  const save = (connection: Connection, writer: number) => {
    turn += 1;
    const draft = { ...article(0), summary: { en: `Turn ${turn}.` } };
    return workshop.save(connection, ids[isSame ? 0 : writer] ?? "", draft);
  };
  await perSecond(connections, RUN_MS / 4, save);
  const value = await perSecond(connections, RUN_MS / 2, save);
  for (const connection of connections) connection.close();
  const documents = writers === 1 ? "" : isSame ? ", one document" : ", a document each";
  return {
    name: `Drafts saved, ${writers} ${writers === 1 ? "writer" : "writers"}${documents}, ${name}`,
    value,
    unit: "saves/s",
  };
}

/** Measures latencies of publishes by 8 writers, each of a draft that was saved before. */
async function publishes({ name, workshop }: Workplace): Promise<Figure[]> {
  const connections = await workshop.connect(8);
  const times: number[] = [];
  await Promise.all(
    connections.map(async (connection, writer) => {
      const id = await workshop.create(connection, "article", article(writer));
      for (let round = 0; round < ROUNDS; round++) {
        const version = await workshop.save(connection, id, { ...article(writer), rating: round });
        const started = performance.now();
        await workshop.publish(connection, id, version);
        times.push(performance.now() - started);
      }
    }),
  );
  for (const connection of connections) connection.close();
  const note = "8 writers that save between their publishes";
  return [
    { name: `Publish, p50, ${name}`, value: median(times), unit: "ms", note },
    { name: `Publish, p99, ${name}`, value: percentile(times, 0.99), unit: "ms", note },
  ];
}

async function formSaves({ name, workshop }: Workplace): Promise<Figure> {
  const [connection] = await workshop.connect(1);
  if (connection === undefined) throw new Error("There is no connection.");
  const id = await workshop.create(connection, "form", form(0));
  const times: number[] = [];
  for (let turn = 1; turn <= ROUNDS; turn++) {
    const started = performance.now();
    await workshop.save(connection, id, form(turn));
    times.push(performance.now() - started);
  }
  connection.close();
  return {
    name: `Save of a document with 200 fields, p50, ${name}`,
    value: median(times.slice(10)),
    unit: "ms",
    note: `p99 ${percentile(times.slice(10), 0.99).toFixed(1)} ms; one field differs`,
  };
}

const LISTS = {
  "newest 20": "limit=20",
  "newest 20 of a type": "type=article&limit=20",
  "last changed 20 of a type": "type=article&sort=updatedAt&limit=20",
  "by title, offset 5,000": "type=article&sort=title&limit=20&offset=5000",
  "found by a word in the title": "type=article&q=number%2077&limit=20",
  "that lack a locale": "type=article&missingLocale=de&limit=20",
};

async function lists(
  { name, kiln, workshop }: Workplace,
  url: string | null,
  count: number,
): Promise<Figure[]> {
  const [first] = await workshop.connect(1);
  if (first === undefined) throw new Error("There is no connection.");
  await workshop.setLocales(first, ["en", "de"]);
  first.close();
  await seedArticles({ url, dataDir: kiln.dataDir }, workshop.projectId, count);
  // The server closes a connection that is not used in between.
  const [connection] = await workshop.connect(1);
  if (connection === undefined) throw new Error("There is no connection.");
  const figures: Figure[] = [];
  for (const [what, query] of Object.entries(LISTS)) {
    const figure = {
      name: `List of ${count.toLocaleString("en")}: ${what}, p50, ${name}`,
      unit: "ms",
    } as const;
    const times: number[] = [];
    let total = 0;
    const started = performance.now();
    try {
      // Slow lists of a million documents run less often.
      for (let round = 0; round < ROUNDS && (round < 5 || performance.now() - started < LIST_MS); round++) {
        const sent = performance.now();
        total = await workshop.list(connection, query);
        times.push(performance.now() - sent);
      }
    } catch (error) {
      const note = `refused: ${String(error).split("\n").at(-1)}`;
      figures.push({ ...figure, value: performance.now() - started, note });
      continue;
    }
    const warm = times.slice(Math.min(10, times.length - 1));
    const note = `p99 ${percentile(warm, 0.99).toFixed(1)} ms; total ${total}; asked ${times.length} times`;
    figures.push({ ...figure, value: median(warm), note });
    console.error(`  ${figure.name}: ${median(warm).toFixed(2)} ms`);
  }
  connection.close();
  return figures;
}

async function measure(name: string, url: string | null, isLarge: boolean): Promise<Figure[]> {
  const kiln = await startKilnProcess(url === null ? {} : { DATABASE_URL: url });
  try {
    const workplace = { name, kiln, workshop: await Workshop.open(kiln.url) };
    const figures = [await writes(workplace)];
    for (const writers of WRITERS) {
      figures.push(await saves(workplace, writers, false));
      if (writers > 1) figures.push(await saves(workplace, writers, true));
    }
    figures.push(...(await publishes(workplace)), await formSaves(workplace));
    const large = { ...workplace, workshop: await Workshop.open(kiln.url) };
    return [...figures, ...(await lists(large, url, isLarge ? SEEDED_LARGE : SEEDED))];
  } finally {
    await kiln.stop();
  }
}

/** Measures writing, publishing and listing of documents for the people who manage them. */
export const content: Part = {
  name: "content",
  async run(leaveOut, { isLarge }) {
    const figures = await measure("SQLite", null, isLarge);
    const server = await findMariadb();
    if (server === null) {
      leaveOut("Content on MariaDB", "no MariaDB");
      return figures;
    }
    const database = await makeDatabase(server);
    try {
      return [...figures, ...(await measure("MariaDB", database.url, isLarge))];
    } finally {
      await database.drop();
    }
  },
};
