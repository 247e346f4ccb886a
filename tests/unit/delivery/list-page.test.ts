import test from "ava";
import { FIRST_LOCALES } from "../../../contracts/content-locales.js";
import { readingOf } from "../../../contracts/content-reading.js";
import type { ContentType, PayloadRow } from "../../../services/content/index.js";
import { DEFAULT_SORT } from "../../../services/delivery/query/condition.js";
import { Basis } from "../../../services/delivery/serving/basis.js";
import { listPage } from "../../../services/delivery/serving/list-documents.js";
import type { View } from "../../../services/delivery/serving/view.js";
import { turnsDuring } from "../../helpers/turns-during.js";

const IDS = Array.from({ length: 30 }, (_, at) => `id-${at}`);

/** Documents that are all at hand, so that nothing but their making takes time. */
function viewOf(): View {
  const payloads = { ofVersion: (_perspective: string, id: string) => ({ id, version: 1 }) };
  const page = { ids: IDS, versions: IDS.map(() => 1), total: IDS.length };
  const cache = { find: async () => page, documents: { payloads }, host: { read: {} } };
  const seen = { project: { id: "p" } };
  return { cache, perspective: "published", revision: 1, seen, basis: new Basis() } as unknown as View;
}

test("who makes a page of large documents lets others run in between (architecture: no CPU work over 20 ms)", async (t) => {
  const reading = readingOf(FIRST_LOCALES);
  if (reading === undefined) return t.fail();
  const make = ({ id }: PayloadRow): string => {
    const end = performance.now() + 2;
    while (performance.now() < end);
    return id;
  };
  const query = { where: { kind: "every" as const }, sort: DEFAULT_SORT, limit: 30, offset: 0, reading };
  const turns = await turnsDuring(async () => {
    const { items } = await listPage(viewOf(), {} as ContentType, query, { kept: () => undefined, make });
    t.deepEqual(items, IDS);
  });
  t.true(turns >= 5, `${turns} turns`);
});
