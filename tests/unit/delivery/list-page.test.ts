import test from "ava";
import { FIRST_LOCALES, readingOf } from "../../../contracts/content-locales.js";
import type { ContentType, PayloadRow } from "../../../services/content/index.js";
import { DEFAULT_SORT } from "../../../services/delivery/query/parse-query.js";
import { BudgetExceeded, readSpending } from "../../../services/delivery/serving/response-budget.js";
import type { DocumentText } from "../../../services/delivery/serving/document-text.js";
import { listPage, listTexts } from "../../../services/delivery/serving/list-documents.js";
import type { Projection } from "../../../services/delivery/serving/projection.js";
import { SharedText } from "../../../engines/response-cache/index.js";
import type { ReadContext } from "../../../services/delivery/serving/read-context.js";
import { turnsDuring } from "../../helpers/turns-during.js";

const IDS = Array.from({ length: 30 }, (_, at) => `id-${at}`);

/** Makes documents that are all in memory, so that only their rendering takes time. */
function viewOf(): ReadContext {
  const payloads = { ofVersion: (_perspective: string, id: string) => ({ id, version: 1, payload: "" }) };
  const textsOf = () => ({
    ofVersion: () => undefined,
    keep: (_view: ReadContext, text: DocumentText) => text,
  });
  const page = { ids: IDS, versions: IDS.map(() => 1), total: IDS.length };
  const cache = { types: { find: async () => page }, documents: { payloads, textsOf }, host: { read: {} } };
  const seen = { project: { id: "p" } };
  const dependencies = { documentIds: new Set(), storageIds: new Set(), pages: [] };
  return { cache, perspective: "published", revision: 1, seen, dependencies } as unknown as ReadContext;
}

test("who makes a page of large documents lets others run in between (rules/running 29)", async (t) => {
  const reading = readingOf(FIRST_LOCALES);
  if (reading === undefined) return t.fail();
  const make = ({ id }: PayloadRow): string => {
    const end = performance.now() + 2;
    while (performance.now() < end);
    return id;
  };
  const query = { where: { kind: "every" as const }, sort: DEFAULT_SORT, limit: 30, offset: 0, reading };
  const turns = await turnsDuring(async () => {
    const { items } = await listPage(viewOf(), {} as ContentType, query, { cached: () => undefined, make });
    t.deepEqual(items, IDS);
  });
  t.true(turns >= 5, `${turns} turns`);
});

test("a page of documents that are too much together is refused in the middle of reading it (rules/delivery 37)", async (t) => {
  const reading = readingOf(FIRST_LOCALES);
  if (reading === undefined) return t.fail();
  const query = { where: { kind: "every" as const }, sort: DEFAULT_SORT, limit: 30, offset: 0, reading };
  const large = new SharedText("x".repeat(10_000_000));
  let made = 0;
  const projection = {
    key: "all",
    make: () => ({ text: large, placeholders: [], id: IDS[made++] }) as unknown as DocumentText,
  } as unknown as Projection;
  const { made: count } = readSpending();
  const error = await t.throwsAsync(
    listTexts(viewOf(), {} as ContentType, query, { projection, made: count }),
    {
      instanceOf: BudgetExceeded,
    },
  );
  t.is(made, 14);
  t.regex(error.message, /128 MB.*expand.*limit.*select/);
});
