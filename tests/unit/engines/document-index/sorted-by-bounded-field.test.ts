import test from "ava";
import fc from "fast-check";
import { FIRST_LOCALES } from "../../../../contracts/content-locales.js";
import type { ContentSchema } from "../../../../contracts/content-schema.js";
import { parseQuery } from "../../../../services/delivery/query/parse-query.js";
import { planIndex } from "../../../../services/delivery/indexing/plan-index.js";
import { MemoryIndex } from "../../../../engines/document-index/memory-index.js";
import type { ContentRow } from "../../../../services/delivery/indexing/decode-row.js";
import { decode } from "../../../../services/delivery/indexing/decode-row.js";
import { buildSegment } from "../../../../engines/document-index/segment-builder.js";
import { TaskPool } from "../../../../engines/document-index/index.js";
import { TUNING } from "../../../../engines/document-index/tuning.js";

const SCHEMA: ContentSchema = {
  name: "article",
  title: "Article",
  fields: [
    { name: "views", title: "Views", type: "number" },
    { name: "mark", title: "Mark", type: "number" },
  ],
};
const TESTS = {
  eq: (value: number, operand: number) => value === operand,
  lt: (value: number, operand: number) => value < operand,
  lte: (value: number, operand: number) => value <= operand,
  gt: (value: number, operand: number) => value > operand,
  gte: (value: number, operand: number) => value >= operand,
};
type Operator = keyof typeof TESTS;

interface Values {
  views: number | undefined;
  mark: number;
}

const idOf = (at: number): string => `00000000-0000-4000-8000-${at.toString(16).padStart(12, "0")}`;
const rowOf = (at: number, values: Values): ContentRow => ({
  id: idOf(at),
  version: 1,
  status: "published",
  createdAt: at,
  updatedAt: at,
  publishedAt: at,
  payload: JSON.stringify(values),
});

const value = fc.integer({ min: 0, max: 6 });
const values: fc.Arbitrary<Values> = fc.record({ views: fc.option(value, { nil: undefined }), mark: value });
const operators = fc.dictionary(fc.constantFrom(...(Object.keys(TESTS) as Operator[])), value, {
  minKeys: 1,
  maxKeys: 2,
});

test("a page sorted by the field that a condition bounds has what matches, in its order (rules/delivery 23)", async (t) => {
  const plan = planIndex(SCHEMA, FIRST_LOCALES);
  const pool = new TaskPool();
  const context = { schema: SCHEMA, locales: FIRST_LOCALES, schemaOf: () => undefined };
  await fc.assert(
    fc.asyncProperty(
      fc.array(values, { minLength: 1, maxLength: 40 }),
      fc.array(fc.tuple(fc.nat(50), values), { maxLength: 6 }),
      operators,
      fc.constantFrom("views", "-views", "views,-mark", "-views,mark"),
      fc.nat(8),
      async (first, changed, conditions, sort, offset) => {
        const documents = new Map(first.map((each, at) => [at, each]));
        const rows = first.map((each, at) => decode(plan, rowOf(at, each)));
        // With this tuning the index uses ranks for any number of documents, and keeps changes beside them.
        const tuning = { ...TUNING, scannedBelow: 0 };
        const index = new MemoryIndex(plan, buildSegment(plan, rows), pool.of("anna"), tuning);
        for (const [at, each] of changed) documents.set(at, each);
        await index.apply(changed.map(([at, each]) => ({ id: idOf(at), row: rowOf(at, each) })));
        const input = { where: { views: conditions }, sort: sort.split(","), limit: 5, offset };
        const { where, sort: keys } = parseQuery(context, input);
        const page = await index.query({ where, sort: keys, limit: 5, offset, chain: ["en"] });
        const matching = [...documents].filter(([, { views }]) =>
          Object.entries(conditions).every(
            ([operator, operand]) => views !== undefined && TESTS[operator as Operator](views, operand),
          ),
        );
        const sign = sort.startsWith("-") ? -1 : 1;
        const signOfMark = sort.includes("-mark") ? -1 : sort.includes("mark") ? 1 : 0;
        const sorted = matching.toSorted(
          ([a, { views = 0, mark }], [b, other]) =>
            sign * (views - (other.views ?? 0)) || signOfMark * (mark - other.mark) || a - b,
        );
        t.is(page.total, matching.length);
        t.deepEqual(
          page.ids,
          sorted.slice(offset, offset + 5).map(([at]) => idOf(at)),
        );
        await index.close();
      },
    ),
    { numRuns: Number(process.env["KILN_RUNS"] ?? 300) },
  );
  await pool.stop();
});
