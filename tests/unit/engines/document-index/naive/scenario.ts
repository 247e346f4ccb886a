import fc from "fast-check";
import type { Locales } from "../../../../../contracts/content-locales.js";
import { comparedChain } from "../../../../../contracts/content-locales.js";
import { parseQuery } from "../../../../../services/delivery/query/parse-query.js";
import type { IndexPage } from "../../../../../engines/document-index/index.js";
import type { QueryableIndex } from "../../../../../engines/document-index/interface.js";
import {
  arbitraryDocument,
  arbitraryId,
  arbitraryLocales,
  arbitraryQuery,
  FIELDS,
  SCHEMA,
} from "./arbitrary-content.js";
import { type NaiveDocument, naiveQuery, type NaiveQuery } from "./naive-query.js";
import { rowOf } from "./row-of.js";

type Step = { change: NaiveDocument | string } | { query: NaiveQuery };

/** Scenario of documents, followed by queries and changes in any order. */
export interface Scenario {
  locales: Locales;
  first: NaiveDocument[];
  steps: Step[];
}

export const arbitraryScenario = (ids: number): fc.Arbitrary<Scenario> =>
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

/** Asks the index a query as it comes over the wire. */
function ask(index: QueryableIndex, locales: Locales, { where, ...input }: NaiveQuery): Promise<IndexPage> {
  const context = { schema: SCHEMA, locales, schemaOf: () => undefined };
  const query = parseQuery(context, { where: JSON.parse(JSON.stringify(where)) as unknown, ...input });
  return index.query({ ...query, chain: comparedChain(query.reading) });
}

/** Plays a scenario. Throws where the index and the naive reference disagree. */
export async function play({ locales, first, steps }: Scenario, index: QueryableIndex): Promise<void> {
  const documents = new Map(first.map((document) => [document.id, document]));
  for (const step of steps) {
    if ("query" in step) await compare(locales, documents.values(), step.query, index);
    else if (typeof step.change === "string") {
      documents.delete(step.change);
      await index.apply([{ id: step.change, row: null }]);
    } else {
      documents.set(step.change.id, step.change);
      await index.apply([{ id: step.change.id, row: rowOf(step.change) }]);
    }
  }
}

/** Compares one query. Throws where the index and the naive reference disagree. */
export async function compare(
  locales: Locales,
  documents: Iterable<NaiveDocument>,
  query: NaiveQuery,
  index: QueryableIndex,
): Promise<void> {
  const expected = JSON.stringify(naiveQuery(FIELDS, locales, documents, query));
  const got = JSON.stringify(await ask(index, locales, query));
  if (got !== expected)
    throw new Error(`${JSON.stringify(query)}\n  got      ${got}\n  expected ${expected}`);
}
