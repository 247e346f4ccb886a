import test from "ava";
import { Setting } from "../../../entities/setting.js";
import type { Database } from "../../../runtime/database/database.js";
import { isUniqueViolation, reader, transaction, type Tx } from "../../../runtime/database/transaction.js";
import { openTestDatabase } from "../../helpers/open-test-database.js";

let database: Database;
test.before(async () => {
  database = await openTestDatabase();
});
test.after.always(() => database.close());

const valueOf = async (id: string) => (await reader(database).findOne(Setting, { id }))?.value ?? null;
const append = "UPDATE settings SET value = CONCAT(value, ?) WHERE id = ?";
const insertLast = (tx: Tx, id: string, value = "") => tx.withCommit(tx.insertOf(Setting, [{ id, value }]));

test("the last statements run in their order, behind all else, and nothing in the transaction sees what they change", async (t) => {
  await transaction(database, async (tx) => {
    insertLast(tx, "order", "a");
    tx.withCommit([{ sql: append, parameters: ["b", "order"] }]);
    t.is(await tx.findOne(Setting, { id: "order" }), null);
    tx.withCommit([{ sql: append, parameters: ["c", "order"] }]);
    t.is(await tx.run(append, ["d", "order"]), 0);
  });
  t.is(await valueOf("order"), "abc");
});

test("one that fails is the failure of the transaction, and nothing of it stays", async (t) => {
  await transaction(database, (tx) => tx.insert(Setting, { id: "taken", value: "first" }));
  const work = transaction(database, async (tx) => {
    await tx.insert(Setting, { id: "earlier", value: "" });
    for (const id of ["before", "taken", "behind"]) insertLast(tx, id, "second");
  });
  t.true(isUniqueViolation(await t.throwsAsync(work)));
  const ids = ["earlier", "before", "taken", "behind"];
  t.deepEqual(await Promise.all(ids.map(valueOf)), [null, null, "first", null]);
});

test("a transaction that fails before they were sent leaves nothing of them, also not to the next one", async (t) => {
  for (const isBegun of [false, true]) {
    const work = transaction(database, async (tx) => {
      if (isBegun) await tx.findOne(Setting, { id: "left" });
      insertLast(tx, "left");
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
    insertLast(tx, "odd", odd);
    insertLast(tx, "long", long);
    insertLast(tx, "after", odd);
    tx.withCommit([{ sql: append, parameters: [long, "long"] }]);
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
    transaction(database, async (tx) => tx.withCommit([{ sql, parameters: [] }])),
    { message: /semicolon/ },
  );
});

test("a transaction in which nothing is asked commits nothing and runs what follows", async (t) => {
  let isFollowed = false;
  const given = await transaction(database, async (tx) => {
    tx.afterCommit(() => (isFollowed = true));
    return "given";
  });
  t.is(given, "given");
  t.true(isFollowed);
});

test("on a server whoever keeps a Tx is refused once its connection is somebody else's", async (t) => {
  if (database.dialect === "sqlite") return t.pass("there is one connection");
  const tx = await transaction(database, async (given) => given);
  await t.throwsAsync(tx.insert(Setting, { id: "stray", value: "" }), { message: /already released/ });
  insertLast(tx, "stray");
  await t.throwsAsync(tx.sendLast(), { message: /already released/ });
  t.is(await valueOf("stray"), null);
});

test("what is asked for at the same time is answered to each who asked, in order", async (t) => {
  await transaction(database, (tx) => tx.insert(Setting, { id: "pair", value: "a" }));
  await transaction(database, async (tx) => {
    const [changed, row, none] = await Promise.all([
      tx.run(append, ["b", "pair"]),
      tx.findOne(Setting, { id: "pair" }),
      tx.update(Setting, { id: "nobody" }, { value: "" }),
    ]);
    t.deepEqual([changed, row?.value, none], [1, "ab", 0]);
  });
});

test("one of several at the same time that fails takes the others along", async (t) => {
  await transaction(database, (tx) => tx.insert(Setting, { id: "there", value: "" }));
  const work = transaction(database, (tx) =>
    Promise.all([
      tx.insert(Setting, { id: "beside", value: "" }),
      tx.insert(Setting, { id: "there", value: "" }),
      tx.run(append, ["b", "there"]),
    ]),
  );
  t.true(isUniqueViolation(await t.throwsAsync(work)));
  t.is(await valueOf("beside"), null);
  t.is(await valueOf("there"), "");
});
