import test from "ava";
import { QueryFailedError } from "typeorm";
import { Setting } from "../../../entities/setting.js";
import type { Database } from "../../../runtime/database/database.js";
import { toServiceError } from "../../../runtime/errors/render.js";
import { isUniqueViolation, reader, transaction } from "../../../runtime/database/transaction.js";
import { openTestDatabase } from "../../helpers/open-test-database.js";

let database: Database;
test.before(async () => {
  database = await openTestDatabase();
});
test.after.always(() => database.close());

const valueOf = async (id: string) => (await reader(database).findOne(Setting, { id }))?.value ?? null;

test("fifty concurrent read-then-write transactions lose nothing, and rollbacks take nobody's write along", async (t) => {
  await transaction(database, (tx) => tx.insert(Setting, { id: "counter", value: "0" }));
  const work = Array.from({ length: 50 }, (_, index) =>
    transaction(database, async (tx) => {
      const row = await tx.findOneForUpdate(Setting, { id: "counter" });
      await new Promise((resolve) => setImmediate(resolve));
      await tx.update(Setting, { id: "counter" }, { value: String(Number(row?.value) + 1) });
      await tx.insert(Setting, { id: `mark-${index}`, value: "" });
      if (index % 5 === 0) throw new Error("meant to fail");
    }),
  );
  const results = await Promise.allSettled(work);
  t.is(results.filter(({ status }) => status === "fulfilled").length, 40);
  t.is(await valueOf("counter"), "40");
  t.is(await valueOf("mark-0"), null);
  t.is(await valueOf("mark-1"), "");
});

test("afterCommit runs after the commit and not after a rollback", async (t) => {
  const seen: string[] = [];
  await transaction(database, async (tx) => {
    tx.afterCommit(() => seen.push("committed"));
    await tx.insert(Setting, { id: "after", value: "" });
    t.deepEqual(seen, []);
  });
  await t.throwsAsync(
    transaction(database, async (tx) => {
      tx.afterCommit(() => seen.push("never"));
      throw new Error("meant to fail");
    }),
  );
  t.deepEqual(seen, ["committed"]);
});

test("what throws after a commit is reported and keeps neither the result nor the rest from coming", async (t) => {
  const told: string[] = [];
  const report = (error: unknown) => void told.push(String(error));
  const seen: string[] = [];
  const given = await transaction({ ...database, report }, async (tx) => {
    tx.afterCommit(() => {
      throw new Error("first");
    });
    tx.afterCommit(() => seen.push("second"));
    await tx.insert(Setting, { id: "reported", value: "" });
    return "given";
  });
  t.is(given, "given");
  t.deepEqual(seen, ["second"]);
  t.deepEqual(told, ["Error: first"]);
});

test("a lock that is not given up ends as 503 unavailable, after some tries or when time is up (rules/edge 34)", async (t) => {
  const code = database.dialect === "sqlite" ? "ERR_SQLITE_ERROR" : "ER_LOCK_WAIT_TIMEOUT";
  const stuck = new QueryFailedError("", [], Object.assign(new Error("stuck"), { code, errcode: 5 }));
  for (const [patienceMs, tries] of [
    [60_000, 8],
    [0, 1],
  ] as const) {
    let tried = 0;
    const work = async () => {
      tried += 1;
      throw stuck;
    };
    const error = await t.throwsAsync(transaction(database, work, patienceMs));
    t.is(tried, tries);
    t.is(toServiceError(error).code, "unavailable");
  }
});

test("a doubled key is recognised, and text compares by code point (rules/edge 24)", async (t) => {
  await transaction(database, (tx) => tx.insert(Setting, { id: "twice", value: "" }));
  const error = await t.throwsAsync(
    transaction(database, (tx) => tx.insert(Setting, { id: "twice", value: "" })),
  );
  t.true(isUniqueViolation(error));
  t.false(isUniqueViolation(new Error("other")));
  await t.notThrowsAsync(transaction(database, (tx) => tx.insert(Setting, { id: "Twice", value: "" })));
});

test("guarded updates tell how many rows they changed, also when the value stays the same", async (t) => {
  await transaction(database, (tx) => tx.insert(Setting, { id: "guarded", value: "a" }));
  await transaction(database, async (tx) => {
    t.is(await tx.update(Setting, { id: "guarded", value: "a" }, { value: "a" }), 1);
    t.is(await tx.run("UPDATE settings SET value = ? WHERE id = ? AND value = ?", ["b", "guarded", "x"]), 0);
    t.is(await tx.run("UPDATE settings SET value = value WHERE id = ?", ["guarded"]), 1);
  });
});

test("emoji, long text and null survive the round trip", async (t) => {
  const value = `${"𝒌🔥é ".repeat(30_000)} `;
  await transaction(database, (tx) => tx.insert(Setting, { id: "text", value }));
  t.is(await valueOf("text"), value);
});

test("a transaction on a server sees what others commit meanwhile, also on a connection used before", async (t) => {
  if (database.dialect === "sqlite") return t.pass("one transaction at a time");
  const set = (value: string) => transaction(database, (tx) => tx.update(Setting, { id: "seen" }, { value }));
  await transaction(database, (tx) => tx.insert(Setting, { id: "seen", value: "0" }));
  for (let round = 1; round <= 12; round += 1) {
    await transaction(database, async (tx) => {
      await tx.findOne(Setting, { id: "seen" });
      await set(String(round));
      t.is((await tx.findOne(Setting, { id: "seen" }))?.value, String(round));
    });
  }
});

for (const end of ["commitTransaction", "rollbackTransaction"] as const)
  test(`a transaction within another keeps the embedded connection after its ${end}`, async (t) => {
    if (database.dialect !== "sqlite") return t.pass("a server gives others a connection of their own");
    const runner = database.dataSource.createQueryRunner();
    await runner.startTransaction();
    await runner.startTransaction();
    await runner[end]();
    let isRead = false;
    const reading = reader(database)
      .query("SELECT 1")
      .then(() => (isRead = true));
    for (let turn = 0; turn < 3; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    t.false(isRead, "a read beside it waits for the outer one");
    await runner[end]();
    await reading;
    await runner.release();
  });
