import test from "ava";
import { Setting } from "../../../entities/setting.js";
import type { Database } from "../../../runtime/database/database.js";
import { isUniqueViolation, reader, transaction } from "../../../runtime/database/transaction.js";
import { openTestDatabase } from "../../helpers/open-test-database.js";

let database: Database;
test.before(async () => {
  database = await openTestDatabase();
});
test.after.always(() => database.close());

const valueOf = async (id: string) => (await reader(database).findOne(Setting, { id }))?.value ?? null;
const append = "UPDATE settings SET value = CONCAT(value, ?) WHERE id = ?";

test("writes that nobody waits for run in their order, before what comes after them and before the commit", async (t) => {
  await transaction(database, async (tx) => {
    await tx.withNext(tx.insertOf(Setting, [{ id: "order", value: "a" }]));
    await tx.withNext([{ sql: append, parameters: ["b", "order"] }]);
    t.is((await tx.findOne(Setting, { id: "order" }))?.value, "ab");
    await tx.withNext([{ sql: append, parameters: ["c", "order"] }]);
    t.is(await tx.run(append, ["d", "order"]), 1);
    await tx.withNext([{ sql: append, parameters: ["e", "order"] }]);
    await tx.withNext([{ sql: append, parameters: ["f", "order"] }]);
  });
  t.is(await valueOf("order"), "abcdef");
});

test("one that fails is the failure of the transaction, and nothing of it stays", async (t) => {
  await transaction(database, (tx) => tx.insert(Setting, { id: "taken", value: "first" }));
  const work = transaction(database, async (tx) => {
    await tx.withNext(tx.insertOf(Setting, [{ id: "before", value: "" }]));
    await tx.withNext(tx.insertOf(Setting, [{ id: "taken", value: "second" }]));
    await tx.withNext(tx.insertOf(Setting, [{ id: "behind", value: "" }]));
  });
  t.true(isUniqueViolation(await t.throwsAsync(work)));
  t.deepEqual(await Promise.all(["before", "taken", "behind"].map(valueOf)), [null, "first", null]);
});

test("a transaction that fails before they were sent leaves nothing of them, also not to the next one", async (t) => {
  for (const isBegun of [false, true]) {
    const work = transaction(database, async (tx) => {
      if (isBegun) await tx.findOne(Setting, { id: "left" });
      await tx.withNext(tx.insertOf(Setting, [{ id: "left", value: "" }]));
      throw new Error("meant to fail");
    });
    await t.throwsAsync(work, { message: "meant to fail" });
    await transaction(database, (tx) => tx.insert(Setting, { id: `next-${isBegun}`, value: "" }));
  }
  t.is(await valueOf("left"), null);
});

test("values hold semicolons, quotes and question marks, and may be longer than what is sent together", async (t) => {
  const odd = `'; DROP TABLE settings; -- ? \\' ?? "`;
  const long = `${odd}é`.repeat(12_000);
  await transaction(database, async (tx) => {
    await tx.withNext(tx.insertOf(Setting, [{ id: "odd", value: odd }]));
    await tx.withNext(tx.insertOf(Setting, [{ id: "long", value: long }]));
    await tx.withNext(tx.insertOf(Setting, [{ id: "after", value: odd }]));
    await tx.withNext([{ sql: append, parameters: [long, "long"] }]);
  });
  t.is(await valueOf("odd"), odd);
  t.is(await valueOf("long"), long + long);
  t.is(await valueOf("after"), odd);
});

test("on a server a text of two statements is refused before it is sent", async (t) => {
  if (database.dialect === "sqlite") return t.pass("texts hold one statement there");
  const sql = "SELECT 1; DELETE FROM settings";
  await t.throwsAsync(reader(database).query(sql), { message: /semicolon/ });
  await t.throwsAsync(
    transaction(database, (tx) => tx.withNext([{ sql, parameters: [] }])),
    { message: /semicolon/ },
  );
});

test("on a server whoever keeps a Tx is refused once its connection is somebody else's", async (t) => {
  if (database.dialect === "sqlite") return t.pass("there is one connection");
  const tx = await transaction(database, async (given) => given);
  const row = { id: "stray", value: "" };
  for (const write of [() => tx.insert(Setting, row), () => tx.withNext(tx.insertOf(Setting, [row]))])
    await t.throwsAsync(write, { message: /already released/ });
  t.is(await valueOf("stray"), null);
});
