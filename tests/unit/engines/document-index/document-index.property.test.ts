import { randomUUID } from "node:crypto";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test from "ava";
import fc from "fast-check";
import type { Locales } from "../../../../contracts/content-locales.js";
import { planIndex } from "../../../../services/delivery/indexing/plan-index.js";
import { decoderOf } from "../../../../engines/document-index/decoder.js";
import { MemoryIndex } from "../../../../engines/document-index/memory-index.js";
import { OverflowIndex } from "../../../../engines/document-index/overflow/overflow-index.js";
import { OverflowTable } from "../../../../engines/document-index/overflow/overflow-table.js";
import type { QueryableIndex } from "../../../../engines/document-index/interface.js";
import { decode } from "../../../../services/delivery/indexing/decode-row.js";
import { buildSegment } from "../../../../engines/document-index/segment-builder.js";
import { TaskPool } from "../../../../engines/document-index/index.js";
import { TUNING, type Tuning } from "../../../../engines/document-index/tuning.js";
import { arbitraryDocument, arbitraryLocales, arbitraryQuery, SCHEMA } from "./naive/arbitrary-content.js";
import type { NaiveDocument } from "./naive/naive-query.js";
import { rowOf } from "./naive/row-of.js";
import { arbitraryScenario, compare, play } from "./naive/scenario.js";

/**
 * Number of scenarios. Each has up to 40 documents and as many queries and changes, so the rings run a third of the usual number
 * and the long run all.
 */
const RUNS = Number(process.env["KILN_RUNS"] ?? 100);
const numRuns = RUNS >= 10_000 ? RUNS : Math.ceil(RUNS / 3);

const EAGER: Tuning = { maxFresh: 3, mergeFrom: 6, mergePart: 0.2, scannedBelow: 0 };

function openMemory(locales: Locales, documents: readonly NaiveDocument[], pool: TaskPool, tuning: Tuning) {
  const plan = planIndex(SCHEMA, locales);
  const rows = documents.map((document) => decode(plan, rowOf(document)));
  return new MemoryIndex(plan, buildSegment(plan, rows), pool.of("anna"), tuning);
}

for (const [name, tuning] of [
  ["as it is", TUNING],
  ["with ranks and merges at every size", EAGER],
] as const)
  test(`random queries over random documents, locales and changes agree with the naive reference: memory ${name} (rules/delivery 18, 19 and 23)`, async (t) => {
    const pool = new TaskPool();
    await fc.assert(
      fc.asyncProperty(arbitraryScenario(40), async (scenario) => {
        const index = openMemory(scenario.locales, scenario.first, pool, tuning);
        await play(scenario, index);
        await index.close();
      }),
      { numRuns },
    );
    t.pass();
  });

test("random queries over random documents, locales and changes agree with the naive reference: SQLite (rules/delivery 18, 19 and 23)", async (t) => {
  await fc.assert(
    fc.asyncProperty(arbitraryScenario(40), async (scenario) => {
      const plan = planIndex(SCHEMA, scenario.locales);
      const table = new OverflowTable(plan, ":memory:", await decoderOf(plan));
      table.apply(scenario.first.map((document) => ({ id: document.id, row: rowOf(document) })));
      table.addIndexes();
      const index: QueryableIndex = {
        query: async (query) => table.query(query),
        apply: async (changes) => table.apply(changes),
        bytes: 0,
        shrink() {},
        close: async () => table.close(),
      };
      await play(scenario, index);
      await index.close();
    }),
    { numRuns },
  );
  t.pass();
});

test("what a worker computes and a file says is the same, over many documents and while they change", async (t) => {
  const [locales] = fc.sample(arbitraryLocales, 1);
  if (locales === undefined) throw new Error("There is a sample.");
  // The rings have half of the documents and of the queries.
  const [count, queries] = RUNS >= 10_000 ? [3_000, 200] : [1_500, 25];
  const drawn = fc.sample(arbitraryDocument(4_000), 2 * count);
  const documents = new Map(drawn.slice(0, count).map((document) => [document.id, document]));
  const always = new TaskPool(0);
  const memory = openMemory(locales, [...documents.values()], always, { ...TUNING, mergeFrom: 500 });
  const overflow = await OverflowIndex.open(
    planIndex(SCHEMA, locales),
    join(tmpdir(), `kiln-overflow-${randomUUID()}.sqlite`),
  );
  await overflow.apply(
    [...documents.values()].map((document) => ({ id: document.id, row: rowOf(document) })),
  );
  await overflow.addIndexes();
  const changes = drawn.slice(count);
  for (const query of fc.sample(arbitraryQuery(locales, 4_000), queries)) {
    const some = changes.splice(0, 100).map((document) => {
      documents.set(document.id, document);
      return { id: document.id, row: rowOf(document) };
    });
    for (const index of [memory, overflow]) {
      await index.apply(some);
      await t.notThrowsAsync(compare(locales, documents.values(), query, index));
    }
  }
  await memory.close();
  await overflow.close();
  await always.stop();
});
