import { agree } from "../delivery/agree.js";
import { keptSite } from "../delivery/kept-site.js";
import { measureCompressed } from "../delivery/measure-compressed.js";
import { measureLarge } from "../delivery/measure-large.js";
import { measureCold, measureWarm } from "../delivery/measure-question.js";
import { measureWrites } from "../delivery/measure-writes.js";
import { openSubject } from "../delivery/open-subject.js";
import type { Subject, Plain } from "../delivery/subject.js";
import { REPUBLISHED } from "../delivery/publisher.js";
import { type Question, QUESTIONS } from "../delivery/questions.js";
import { kilnRequest, plainRequest } from "../delivery/requests.js";
import { visibility } from "../delivery/visibility.js";
import type { Figure } from "../figure.js";
import type { Part } from "../part.js";
import { residentMegabytes } from "../processes/resident-memory.js";
import { startServer } from "../servers/start-server.js";
import { findMariadb } from "../surroundings.js";

const COUNT = 10_000;
const CHECKED = 12;
/** Name of the row that is measured compressed too. */
const COMPRESSED = "newest 20, total";
/** Value of KILN_BENCH_DELIVERY: only rows whose name contains it run, for a profile of one. */
const only = process.env.KILN_BENCH_DELIVERY ?? "";

/** Asserts that both servers answer some questions of the row alike, because a comparison of different work is worthless. */
async function checkSame(question: Question, subject: Subject, plain: Plain): Promise<void> {
  const { site, url } = subject;
  const requests = Array.from({ length: CHECKED }, (_, number) => {
    const asked = question.ask(number * 97, site.count);
    return { kiln: kilnRequest(url, site, asked), plain: plainRequest(plain.url, plain.site, asked) };
  });
  await agree(requests, { kiln: url, plain: plain.url }, REPUBLISHED.id);
}

const memory = ({ label, pid }: Subject): Figure => ({
  name: `${label}: resident memory after all rows`,
  value: residentMegabytes(pid),
  unit: "MB",
  target: { below: 320 },
});

async function measure(server: string | null, questions: readonly Question[]): Promise<Figure[]> {
  await using left = new AsyncDisposableStack();
  const figures: Figure[] = [];
  const subjects: Subject[] = [];
  for (const [label, on] of [["SQLite", null] as const, ...(server ? [["MariaDB", server] as const] : [])]) {
    const { subject, loads, close } = await openSubject(label, await keptSite(COUNT, on));
    left.defer(close);
    subjects.push(subject);
    figures.push(loads);
  }
  const onMariadb = subjects.find(({ site }) => site.plainUrl !== null);
  let plain: Plain | null = null;
  if (onMariadb !== undefined) {
    const handWritten = await startServer("hand-written", { DATABASE_URL: onMariadb.site.plainUrl ?? "" });
    left.defer(() => handWritten.stop());
    plain = { url: handWritten.url, site: onMariadb.site };
  }
  for (const question of questions) {
    console.error(`  ${question.name} …`);
    if (plain !== null) for (const subject of subjects) await checkSame(question, subject, plain);
    figures.push(
      ...(await measureCold(question, subjects, plain)),
      ...(await measureWarm(question, subjects)),
    );
    if (question.name === COMPRESSED)
      for (const subject of subjects) figures.push(...(await measureCompressed(question, subject)));
  }
  figures.push(...subjects.map(memory));
  for (const { label, url, site } of subjects) figures.push(await visibility(label, url, site));
  return figures;
}

/** Measures what readers of published content wait for. */
export const delivery: Part = {
  name: "delivery",
  async run(leaveOut, { isLarge }) {
    const server = await findMariadb();
    if (server === null) leaveOut("Delivery on MariaDB, and beside the hand-written server", "no MariaDB");
    const questions = QUESTIONS.filter(({ name }) => name.includes(only));
    const figures = questions.length > 0 ? await measure(server, questions) : [];
    if ("create + publish".includes(only)) {
      figures.push(await measureWrites("SQLite", null));
      if (server !== null) figures.push(await measureWrites("MariaDB", server));
    }
    if (isLarge) figures.push(...(await measureLarge(server)));
    return figures;
  },
};
