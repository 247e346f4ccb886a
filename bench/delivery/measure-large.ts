import { performance } from "node:perf_hooks";
import type { Figure } from "../figure.js";
import { Connection } from "../load/connection.js";
import { median, percentile } from "../load/percentile.js";
import { residentMegabytes } from "../processes/resident-memory.js";
import { keptSite, type KeptSite } from "./kept-site.js";
import { openSubject } from "./open-subject.js";
import type { Subject } from "./subject.js";
import { type Question, QUESTIONS } from "./questions.js";
import { kilnRequest } from "./requests.js";

const COUNTS = [10_000, 100_000, 1_000_000];
const ROUNDS = 400;
const FLAT = 1.5;
const CONTAINS_MS = 30;
/**
 * Memory limit above the smallest site: the budget of the document indexes (services/delivery/serving/content-cache.ts) and some more.
 */
const MEGABYTES = 300 + 256;

/** Returns p50 and p99, in ms, of questions that are asked one after the other, each once. */
async function alone({ url, site }: Subject, question: Question): Promise<{ p50: number; p99: number }> {
  const connection = await Connection.open(url);
  const times: number[] = [];
  try {
    for (let round = 0; round < ROUNDS; round++) {
      const request = kilnRequest(url, site, question.ask(round, site.count));
      const sent = performance.now();
      await connection.send(request);
      times.push(performance.now() - sent);
    }
  } finally {
    connection.close();
  }
  const rest = times.slice(ROUNDS / 4);
  return { p50: median(rest), p99: percentile(rest, 0.99) };
}

/** Measures all rows at one size. `smallest` has the figures of the first size, which comes before. */
async function measureSize(label: string, site: KeptSite, smallest: Map<string, number>): Promise<Figure[]> {
  const { subject, loads, close } = await openSubject(label, site);
  const figures = [loads];
  try {
    for (const question of QUESTIONS) {
      const { p50, p99 } = await alone(subject, question);
      const before = smallest.get(question.name);
      if (before === undefined) smallest.set(question.name, p50);
      const most = FLAT * (before ?? Number.NaN);
      const below = question.name.startsWith("contains") ? Math.min(CONTAINS_MS, most) : most;
      figures.push({
        name: `${label}: ${question.name}, cold, one connection, p50`,
        value: p50,
        unit: "ms",
        ...(before !== undefined && { target: { below: Number(below.toFixed(2)) } }),
        note: `p99 ${p99.toFixed(1)} ms${before === undefined ? "" : `; ${(p50 / before).toFixed(2)} of 10,000`}`,
      });
    }
    const value = residentMegabytes(subject.pid);
    const target = { below: MEGABYTES };
    figures.push({ name: `${label}: resident memory`, value, unit: "MB", target });
    return figures;
  } finally {
    await close();
  }
}

/** Measures whether answers from a million articles take as long as from ten thousand. */
export async function measureLarge(server: string | null): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const [engine, on] of [["SQLite", null] as const, ...(server ? [["MariaDB", server] as const] : [])]) {
    const smallest = new Map<string, number>();
    for (const count of COUNTS) {
      const label = `${engine}, ${count.toLocaleString("en")}`;
      console.error(`  ${label} …`);
      figures.push(...(await measureSize(label, await keptSite(count, on), smallest)));
    }
  }
  return figures;
}
