import { tmpdir } from "node:os";
import test from "ava";
import {
  type Condition,
  type IndexPlan,
  openDocumentIndex,
  OwnersTurns,
  type RowSource,
  TaskPool,
} from "../../../../engines/document-index/index.js";

/** Index plan of cups: their weight, and their glaze in two locales. */
const PLAN: IndexPlan<string> = {
  defaultLocale: "en",
  locales: ["en", "de"],
  fields: [
    {
      name: "weight",
      kind: "number",
      locales: null,
      isPresenceOnly: false,
      isPinned: false,
      signature: "number",
    },
    {
      name: "glaze",
      kind: "text",
      locales: ["en", "de"],
      isPresenceOnly: false,
      isPinned: false,
      signature: "text",
    },
  ],
  decoder: new URL("./cup-decoder.js", import.meta.url).href,
  decoding: ";",
};

const idOf = (at: number): string => `00000000-0000-4000-8000-${at.toString(16).padStart(12, "0")}`;
const rowOf = (at: number, payload: string) => ({ id: idOf(at), version: 1, payload });

const source: RowSource = async function* () {
  yield [rowOf(1, "300;celadon;Seladon"), rowOf(2, "200;shino;"), rowOf(3, "250;celadon;")];
};

test("an index answers over rows of its owner's own format", async (t) => {
  const pool = new TaskPool();
  const builds = new OwnersTurns({ atOnce: 1, ofOwner: 1, waiting: 1 });
  const index = await openDocumentIndex({
    plan: PLAN,
    source,
    maxBytes: 2 ** 20,
    folder: tmpdir(),
    pool,
    owner: "anna",
    builds,
  });
  t.teardown(async () => {
    await index.close();
    await pool.stop();
  });
  const find = (where: Condition) =>
    index.query({
      where,
      sort: [{ field: "weight", isDescending: false }],
      limit: 2,
      offset: 0,
      chain: ["de", "en"],
    });
  const celadon: Condition = { kind: "compare", field: "glaze", operator: "eq", value: "celadon" };
  t.deepEqual(await find({ kind: "every" }), { ids: [idOf(2), idOf(3)], versions: [1, 1], total: 3 });
  t.deepEqual(await find(celadon), { ids: [idOf(3)], versions: [1], total: 1 });
  await index.apply([{ id: idOf(2), row: rowOf(2, "100;celadon;") }]);
  t.deepEqual((await find(celadon)).ids, [idOf(2), idOf(3)]);
});
