import test from "ava";
import fc from "fast-check";
import type { Locales } from "../../../contracts/content-locales.js";
import { comparedChain } from "../../../contracts/content-reading.js";
import { parseQuery } from "../../../services/delivery/query/parse-query.js";
import { planIndex } from "../../../services/delivery/read-model/index-plan.js";
import { MemoryIndex } from "../../../services/delivery/read-model/memory-index.js";
import type { IndexPage, QueryEngine } from "../../../services/delivery/read-model/query-engine.js";
import { readRow } from "../../../services/delivery/read-model/read-row.js";
import { buildSegment } from "../../../services/delivery/read-model/segment-builder.js";
import { TaskPool } from "../../../services/delivery/read-model/task-pool.js";
import { TUNING, type Tuning } from "../../../services/delivery/read-model/tuning.js";
import {
  arbitraryDocument,
  arbitraryId,
  arbitraryLocales,
  arbitraryQuery,
  FIELDS,
  SCHEMA,
} from "./naive/arbitrary-content.js";
import { type NaiveDocument, naiveQuery, type NaiveQuery } from "./naive/naive-query.js";
import { rowOf } from "./naive/row-of.js";

const numRuns = Number(process.env["KILN_RUNS"] ?? 100);

type Step = { change: NaiveDocument | string } | { query: NaiveQuery };

const scenario = (ids: number) =>
  arbitraryLocales.chain((locales) =>
    fc.record({
      locales: fc.constant(locales),
      first: fc.array(arbitraryDocument(ids), { maxLength: ids }),
      steps: fc.array(
        fc.oneof(
          { weight: 3, arbitrary: arbitraryDocument(ids).map((change): Step => ({ change })) },
          { weight: 1, arbitrary: arbitraryId(ids).map((change): Step => ({ change })) },
          { weight: 3, arbitrary: arbitraryQuery(locales, ids).map((query): Step => ({ query })) },
        ),
        { minLength: 1, maxLength: 30 },
      ),
    }),
  );

function ask(engine: QueryEngine, locales: Locales, { where, ...input }: NaiveQuery): Promise<IndexPage> {
  const context = { schema: SCHEMA, locales, schemaOf: () => undefined };
  const query = parseQuery(context, { where: JSON.parse(JSON.stringify(where)) as unknown, ...input });
  return engine.query({ ...query, chain: comparedChain(query.reading) });
}

function openMemory(locales: Locales, documents: readonly NaiveDocument[], pool: TaskPool, tuning: Tuning) {
  const plan = planIndex(SCHEMA, locales);
  const rows = documents.map((document) => readRow(plan, rowOf(document)));
  return new MemoryIndex(plan, buildSegment(plan, rows), pool, tuning);
}

async function agree(
  t: { deepEqual(a: unknown, b: unknown, message?: string): void },
  { locales, first, steps }: { locales: Locales; first: NaiveDocument[]; steps: Step[] },
  engine: QueryEngine,
): Promise<void> {
  const documents = new Map(first.map((document) => [document.id, document]));
  for (const step of steps) {
    if ("query" in step) {
      const expected = naiveQuery(FIELDS, locales, documents.values(), step.query);
      t.deepEqual(await ask(engine, locales, step.query), expected, JSON.stringify(step.query));
    } else if (typeof step.change === "string") {
      documents.delete(step.change);
      await engine.apply([{ id: step.change, row: null }]);
    } else {
      documents.set(step.change.id, step.change);
      await engine.apply([{ id: step.change.id, row: rowOf(step.change) }]);
    }
  }
}

class Disagreement extends Error {}
const throwing = {
  deepEqual(a: unknown, b: unknown, message?: string) {
    const [x, y] = [JSON.stringify(a), JSON.stringify(b)];
    if (x !== y) throw new Disagreement(`${message}\n  got      ${x}\n  expected ${y}`);
  },
};

const EAGER: Tuning = { maxFresh: 3, mergeFrom: 6, mergePart: 0.2, scannedBelow: 0 };

for (const [name, tuning] of [
  ["as it is", TUNING],
  ["with ranks and merges at every size", EAGER],
] as const)
  test(`random queries over random documents, locales and changes agree with the naive reference: index in memory ${name}`, async (t) => {
    const pool = new TaskPool();
    await fc.assert(
      fc.asyncProperty(scenario(40), async (all) => {
        const engine = openMemory(all.locales, all.first, pool, tuning);
        await agree(throwing, all, engine);
        await engine.close();
      }),
      { numRuns },
    );
    await pool.stop();
    t.pass();
  });
