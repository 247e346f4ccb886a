import test from "ava";
import { In, MoreThan, QueryFailedError } from "typeorm";
import { ProviderCircuit } from "../../../entities/provider-circuit.js";
import { Setting } from "../../../entities/setting.js";
import { padKeys, placeholders } from "../../../runtime/database/reader.js";
import { openTestStore } from "../../helpers/open-test-store.js";

const db = await openTestStore();
test.after.always(() => db.close());

const circuit = (id: string, failures: number) => ({ id, failures, openUntil: 0, trialAt: 0 });

test("rows are found alike by plain values and by operators, as entities", async (t) => {
  await db.transact((tx) => tx.insert(ProviderCircuit, [circuit("p1", 1), circuit("p2", 2)]));
  const plain = await db.read.findOne(ProviderCircuit, { id: "p2", failures: 2 });
  t.true(plain instanceof ProviderCircuit);
  t.deepEqual(plain, await db.read.findOne(ProviderCircuit, { id: In(["p2"]), failures: MoreThan(1) }));
  t.is(await db.read.findOne(ProviderCircuit, { id: "p2", failures: 1 }), null);
  t.is((await db.read.find(ProviderCircuit, { failures: 1 })).length, 1);
  t.deepEqual(
    (
      await db.read.find(ProviderCircuit, [{ id: "p1" }, { id: "p2" }], { order: { id: "DESC" }, limit: 1 })
    ).map(({ id }) => id),
    ["p2"],
  );
});

test("an insert of several rows inserts all of them or none", async (t) => {
  const rows = [circuit("same", 0), circuit("other", 0), circuit("same", 0)];
  await t.throwsAsync(db.transact((tx) => tx.insert(ProviderCircuit, rows)));
  t.is(await db.read.findOne(ProviderCircuit, { id: "other" }), null);
  await db.transact((tx) => tx.insert(ProviderCircuit, []));
});

test("updates and deletes tell how many rows met the condition, and refuse none at all", async (t) => {
  await db.transact((tx) => tx.insert(ProviderCircuit, [circuit("u1", 7), circuit("u2", 7)]));
  await db.transact(async (tx) => {
    t.is(await tx.update(ProviderCircuit, { failures: 7 }, { openUntil: 5 }), 2);
    t.is(await tx.update(ProviderCircuit, { id: "u1", openUntil: 4 }, { openUntil: 6 }), 0);
    t.is(await tx.delete(ProviderCircuit, { id: "u1", openUntil: 5 }), 1);
    t.is(await tx.delete(ProviderCircuit, { id: "u1" }), 0);
  });
  await t.throwsAsync(db.transact((tx) => tx.delete(ProviderCircuit, {})));
  await t.throwsAsync(db.transact((tx) => tx.update(ProviderCircuit, {}, { failures: 0 })));
});

test("a row that is taken is given as it was, once, and only where the whole condition is met", async (t) => {
  await db.transact((tx) => tx.insert(ProviderCircuit, [circuit("t1", 3), circuit("t2", 3)]));
  await db.transact(async (tx) => {
    t.is(await tx.take(ProviderCircuit, { id: "t1", failures: 4 }), null);
    t.false(tx.hasWritten);
    const taken = await tx.take(ProviderCircuit, { id: "t1", failures: 3 });
    t.true(taken instanceof ProviderCircuit);
    t.deepEqual({ ...taken }, circuit("t1", 3));
    t.true(tx.hasWritten);
    t.is(await tx.take(ProviderCircuit, { id: "t1", failures: 3 }), null);
  });
  t.is(await db.read.findOne(ProviderCircuit, { id: "t1" }), null);
  t.not(await db.read.findOne(ProviderCircuit, { id: "t2" }), null);
  await t.throwsAsync(
    db.transact(async (tx) => {
      await tx.take(ProviderCircuit, { id: "t2" });
      throw new Error("given up");
    }),
  );
  t.not(await db.read.findOne(ProviderCircuit, { id: "t2" }), null, "it is there again");
});

test("values are data, whatever they look like", async (t) => {
  const value = "'; DROP TABLE settings; -- ? :id \\\\";
  await db.transact((tx) => tx.insert(Setting, { id: "odd' ?", value }));
  t.is((await db.read.findOne(Setting, { id: "odd' ?", value }))?.value, value);
  t.is((await db.read.findOne(Setting, { id: In(["odd' ?"]), value }))?.value, value);
});

test("a prepared statement finds what the same one finds otherwise, also in a transaction", async (t) => {
  const ids = Array.from({ length: 21 }, (_, number) => `prepared ${number}`);
  await db.transact((tx) =>
    tx.insert(
      Setting,
      ids.map((id) => ({ id, value: `of ${id}` })),
    ),
  );
  for (const count of [1, 2, 3, 8, 21]) {
    const keys = padKeys(ids.slice(0, count));
    t.is(Math.log2(keys.length) % 1, 0);
    const sql = `SELECT id, value FROM settings WHERE id IN (${placeholders(keys)}) ORDER BY id`;
    const found = await db.read.prepared(sql, keys);
    t.is(found.length, count);
    t.deepEqual(found, await db.read.query(sql, keys));
    t.deepEqual(await db.transact((tx) => tx.prepared(sql, keys)), found);
  }
  t.deepEqual(padKeys([]), []);
});

test("a transaction's prepared statement sees what it has written", async (t) => {
  await db.transact(async (tx) => {
    await tx.insert(Setting, { id: "own", value: "mine" });
    t.deepEqual(await tx.prepared("SELECT value FROM settings WHERE id = ?", ["own"]), [{ value: "mine" }]);
  });
});

test("more statements than a connection keeps prepared are answered, and one that fails says how", async (t) => {
  for (let number = 0; number < 80; number++)
    t.deepEqual(await db.read.prepared<{ n: number }>(`SELECT ${number} AS n, ? AS given`, ["x"]), [
      { n: number, given: "x" },
    ]);
  const failing = db.read.prepared("SELECT missing FROM settings WHERE id = ?", ["x"]);
  const error = await t.throwsAsync(failing, { instanceOf: QueryFailedError });
  t.regex(error?.message ?? "", /missing/);
  t.deepEqual(await db.read.prepared("SELECT 1 AS one", []), [{ one: 1 }]);
});
