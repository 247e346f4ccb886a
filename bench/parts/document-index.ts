import { tmpdir } from "node:os";
import { performance } from "node:perf_hooks";
import { comparedChain } from "../../contracts/content-locales.js";
import { parseQuery, type QueryInput } from "../../services/delivery/query/parse-query.js";
import {
  OwnersTurns,
  TaskPool,
  openDocumentIndex,
  type DocumentIndex,
} from "../../engines/document-index/index.js";
import { planIndex } from "../../services/delivery/indexing/plan-index.js";
import { ARTICLE, articleRow, articles, CATEGORIES, Draw, LOCALES, MAX_VIEWS } from "../content/articles.js";
import type { Figure } from "../figure.js";
import { median, percentile } from "../load/percentile.js";
import type { Part } from "../part.js";

const ROUNDS = 200;
const MAX_BYTES = 512 * 2 ** 20;

/** Questions of readers, each time with a small change, so that no answer is a repeated one. */
type Ask = (draw: Draw, count: number) => Partial<QueryInput>;

const category = (draw: Draw) => ({ category: { eq: `category-${draw.below(CATEGORIES)}` } });

const ASKS: Record<string, Ask> = {
  "newest 20": () => ({}),
  "two conditions, sort": (draw) => ({
    where: { ...category(draw), views: { gte: draw.below(MAX_VIEWS) } },
    sort: ["-date"],
  }),
  "contains in title": (draw) => ({ where: { title: { contains: `${draw.words(2)} ${draw.below(1000)}` } } }),
  "contains that many have": (draw) => ({ where: { title: { contains: draw.words(2).slice(0, 7) } } }),
  "offset 5,000": (draw) => ({ offset: 5000 + draw.below(100) }),
  "offset N/2": (draw, count) => ({ offset: count / 2 + draw.below(100) }),
  "two conditions, offset": (draw) => ({ where: { featured: { eq: false } }, offset: draw.below(1000) }),
  "two-key sort": (draw) => ({
    where: { featured: { eq: true } },
    sort: ["category", "-views"],
    offset: draw.below(1000),
  }),
  or: (draw) => ({ where: { or: [category(draw), { views: { lt: draw.below(100) } }] }, sort: ["-views"] }),
  "eq of a unique text": (draw) => ({ where: { slug: { eq: `${draw.words(3).replaceAll(" ", "-")}-1` } } }),
  "localized with fallback": (draw) => ({
    where: { title: { gte: `Ein ${draw.word()}` } },
    sort: ["title"],
    locale: "de",
  }),
};

async function ask(index: DocumentIndex, input: Partial<QueryInput>): Promise<void> {
  const context = { schema: ARTICLE, locales: LOCALES, schemaOf: () => undefined };
  const query = parseQuery(context, { limit: 20, offset: 0, ...input });
  await index.query({ ...query, chain: comparedChain(query.reading) });
}

const inMs = async (work: () => Promise<void>): Promise<number> => {
  const started = performance.now();
  await work();
  return performance.now() - started;
};

async function measureAsk(index: DocumentIndex, name: string, make: Ask, count: number): Promise<Figure> {
  const draw = new Draw(1);
  const first = await inMs(() => ask(index, make(draw, count)));
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round++) times.push(await inMs(() => ask(index, make(draw, count))));
  return {
    name: `${count.toLocaleString("en")} documents: ${name}, p50`,
    value: median(times),
    unit: "ms",
    ...(name.startsWith("contains") ? { target: { below: 30 } } : {}),
    note: `p99 ${percentile(times, 0.99).toFixed(2)} ms; the first one took ${first.toFixed(1)} ms`,
  };
}

async function measureChange(index: DocumentIndex, count: number): Promise<Figure> {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const row = articleRow(count + round);
    times.push(
      await inMs(async () => {
        await index.apply([{ id: row.id, row }]);
        await ask(index, ASKS["two conditions, sort"]?.(new Draw(round), count) ?? {});
      }),
    );
  }
  return {
    name: `${count.toLocaleString("en")} documents: a change, then two conditions, sort, p50`,
    value: median(times),
    unit: "ms",
    note: `p99 ${percentile(times, 0.99).toFixed(2)} ms`,
  };
}

async function measure(count: number): Promise<Figure[]> {
  const pool = new TaskPool();
  const builds = new OwnersTurns({ atOnce: 1, ofOwner: 1, waiting: 1 });
  const open = () =>
    openDocumentIndex({
      plan: planIndex(ARTICLE, LOCALES),
      source: articles(count),
      maxBytes: MAX_BYTES,
      folder: tmpdir(),
      pool,
      owner: "bench",
      builds,
    });
  const started = performance.now();
  const index = await open();
  const label = `${count.toLocaleString("en")} documents`;
  const figures: Figure[] = [
    {
      name: `${label}: load`,
      value: (performance.now() - started) / 1000,
      unit: "s",
      note: "with the making of its rows, 2 KB of JSON each",
    },
    { name: `${label}: columns`, value: index.bytes / count, unit: "bytes each" },
  ];
  for (const [name, make] of Object.entries(ASKS)) figures.push(await measureAsk(index, name, make, count));
  figures.push({
    name: `${label}: columns and all that was derived`,
    value: index.bytes / count,
    unit: "bytes each",
  });
  figures.push(await measureChange(index, count));
  await index.close();
  await pool.stop();
  return figures;
}

/** Measures the document index alone: one query after the other, without HTTP, payloads and database. */
export const documentIndex: Part = {
  name: "document-index",
  async run(_leaveOut, { isLarge }) {
    const figures: Figure[] = [];
    for (const count of isLarge ? [10_000, 100_000, 1_000_000] : [10_000, 100_000])
      figures.push(...(await measure(count)));
    return figures;
  },
};
