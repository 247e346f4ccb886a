import { createAndPublish } from "../content/create-and-publish.js";
import { seedArticles } from "../content/seed-articles.js";
import { Workshop } from "../content/workshop.js";
import { agree } from "../delivery/agree.js";
import { envOf, keptSite } from "../delivery/kept-site.js";
import { measureLarge } from "../delivery/measure-large.js";
import { measureCold, measureWarm } from "../delivery/measure-question.js";
import { openPlace } from "../delivery/open-place.js";
import { BEST_PEER_WRITES, TIMES_PEER } from "../delivery/peers.js";
import type { Place, Plain } from "../delivery/place.js";
import { REPUBLISHED } from "../delivery/publisher.js";
import { type Question, QUESTIONS } from "../delivery/questions.js";
import { kilnRequest, plainRequest } from "../delivery/requests.js";
import { visibility } from "../delivery/visibility.js";
import type { Figure } from "../figure.js";
import type { Part } from "../part.js";
import { startKilnProcess } from "../processes/kiln-process.js";
import { residentMegabytes } from "../processes/resident-memory.js";
import { startServer } from "../servers/start-server.js";
import { findMariadb, makeDatabase } from "../surroundings.js";

const COUNT = 10_000;
const CHECKED = 12;
const WRITES_MS = 3000;
/** KILN_BENCH_DELIVERY: only questions whose name has this in it, for a profile of one. */
const only = process.env.KILN_BENCH_DELIVERY ?? "";

/** A bench that measures different work is worthless: both servers answer some questions of the row alike. */
async function checkSame(question: Question, place: Place, plain: Plain): Promise<void> {
  const { site, url } = place;
  const requests = Array.from({ length: CHECKED }, (_, number) => {
    const asked = question.ask(number * 97, site.count);
    return { kiln: kilnRequest(url, site, asked), plain: plainRequest(plain.url, plain.site, asked) };
  });
  await agree(requests, { kiln: url, plain: plain.url }, REPUBLISHED.id);
}

const memory = ({ label, pid }: Place): Figure => ({
  name: `${label}: resident memory after all rows`,
  value: residentMegabytes(pid),
  unit: "MB",
  target: { below: 300 },
});

async function writes(label: string, server: string | null): Promise<Figure> {
  await using left = new AsyncDisposableStack();
  const database = server === null ? null : await makeDatabase(server);
  left.defer(async () => database?.drop());
  const kiln = await startKilnProcess(envOf(database?.url ?? null));
  left.defer(() => kiln.stop());
  const workshop = await Workshop.open(kiln.url);
  await seedArticles({ url: database?.url ?? null, dataDir: kiln.dataDir }, workshop.projectId, COUNT);
  const value = await createAndPublish(workshop, WRITES_MS);
  const target = { atLeast: TIMES_PEER * BEST_PEER_WRITES };
  const note = `two requests a pair; ${(value / BEST_PEER_WRITES).toFixed(1)} times the best peer`;
  return { name: `${label}: create + publish, 8 writers`, value, unit: "pairs/s", target, note };
}

async function measure(server: string | null): Promise<Figure[]> {
  await using left = new AsyncDisposableStack();
  const figures: Figure[] = [];
  const places: Place[] = [];
  for (const [label, on] of [["SQLite", null] as const, ...(server ? [["MariaDB", server] as const] : [])]) {
    const { place, loads, close } = await openPlace(label, await keptSite(COUNT, on));
    left.defer(close);
    places.push(place);
    figures.push(loads);
  }
  const onMariadb = places.find(({ site }) => site.plainUrl !== null);
  let plain: Plain | null = null;
  if (onMariadb !== undefined) {
    const handWritten = await startServer("hand-written", { DATABASE_URL: onMariadb.site.plainUrl ?? "" });
    left.defer(() => handWritten.stop());
    plain = { url: handWritten.url, site: onMariadb.site };
  }
  for (const question of QUESTIONS.filter(({ name }) => name.includes(only))) {
    console.error(`  ${question.name} …`);
    if (plain !== null) for (const place of places) await checkSame(question, place, plain);
    figures.push(...(await measureCold(question, places, plain)), ...(await measureWarm(question, places)));
  }
  figures.push(...places.map(memory));
  for (const { label, url, site } of places) figures.push(await visibility(label, url, site));
  return figures;
}

/** What readers of published content feel. */
export const delivery: Part = {
  name: "delivery",
  async run(leaveOut, { isLarge }) {
    const server = await findMariadb();
    if (server === null) leaveOut("Delivery on MariaDB, and beside the hand-written server", "no MariaDB");
    const figures = await measure(server);
    if (only === "") {
      figures.push(await writes("SQLite", null));
      if (server !== null) figures.push(await writes("MariaDB", server));
    }
    if (isLarge) figures.push(...(await measureLarge(server)));
    return figures;
  },
};
