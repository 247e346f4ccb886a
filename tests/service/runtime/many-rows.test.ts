import test from "ava";
import { ProviderCircuit } from "../../../entities/provider-circuit.js";
import { Setting } from "../../../entities/setting.js";
import type { Tx } from "../../../runtime/database/transaction.js";
import { openTestStore } from "../../helpers/open-test-store.js";

const db = await openTestStore();
test.after.always(() => db.close());

const MB = 2 ** 20;

/** Measures the writes of a transaction in characters, with every quote escaped. */
function measured(tx: Tx): { tx: Tx; lengths: number[] } {
  const lengths: number[] = [];
  const run = tx.run.bind(tx);
  tx.run = (sql, parameters) => {
    const texts = (parameters ?? []).map((value) => (typeof value === "string" ? value.length * 2 : 8));
    lengths.push(texts.reduce((sum, length) => sum + length, sql.length));
    return run(sql, parameters);
  };
  return { tx, lengths };
}

const quotes = (prefix: string, count: number) =>
  Array.from({ length: count }, (_, at) => ({ id: `${prefix}-${at}`, value: '"'.repeat(300_000) }));

type Rows = ReturnType<typeof quotes>;
const ways: Record<string, (tx: Tx, rows: Rows) => Promise<void>> = {
  insert: (tx, rows) => tx.insert(Setting, rows),
  withCommit: async (tx, rows) => tx.withCommit(tx.insertOf(Setting, rows)),
};
for (const [verb, insert] of Object.entries(ways))
  test(`${verb} takes more rows than a statement of 16 MB holds, in their order`, async (t) => {
    await db.transact((tx) => insert(tx, quotes(verb, 36)));
    const found = await db.read.query<{ id: string; length: number }>(
      "SELECT id, LENGTH(value) AS length FROM settings WHERE id LIKE ?",
      [`${verb}-%`],
    );
    t.is(found.length, 36);
    t.true(found.every(({ length }) => Number(length) === 300_000));
  });

test("rows go together up to 1 MB, and a longer one by itself", async (t) => {
  const rows = [
    ...quotes("short", 5),
    { id: "long", value: '"'.repeat(2 * MB) },
    { id: "last", value: "" },
    { id: "none", value: "" },
  ];
  const all = await db.transact(async (given) => {
    const { tx, lengths } = measured(given);
    await tx.insert(Setting, rows);
    return lengths;
  });
  t.deepEqual(
    all.map((length) => Math.floor(length / MB)),
    [0, 0, 0, 0, 0, 4, 0],
  );
  t.is((await db.read.ids(Setting, {}, 1000)).filter((id) => rows.some((row) => row.id === id)).length, 8);
});

test("many small rows are some statements, none of them with more values than a database takes", async (t) => {
  const rows = Array.from({ length: 10_000 }, (_, at) => ({
    id: `many-${at}`,
    failures: at,
    openUntil: 0,
    trialAt: 0,
  }));
  const count = await db.transact(async (given) => {
    const { tx, lengths } = measured(given);
    await tx.insert(ProviderCircuit, rows);
    return lengths.length;
  });
  t.true(count > 1 && count < 12, String(count));
  t.is(await db.read.count(ProviderCircuit, {}), 10_000);
});

test("a row that fails takes those of earlier statements along", async (t) => {
  const rows = [...quotes("all", 8), ...quotes("all", 1)];
  for (const insert of Object.values(ways)) await t.throwsAsync(db.transact((tx) => insert(tx, rows)));
  t.is(await db.read.findOne(Setting, { id: "all-0" }), null);
});
