import test from "ava";
import type { QueryRunner } from "typeorm";
import { Setting } from "../../../entities/setting.js";
import type { Database } from "../../../runtime/database/database.js";
import { toServiceError } from "../../../runtime/errors/render.js";
import { reader, transaction } from "../../../runtime/database/transaction.js";
import { openBehindProxy } from "../../helpers/open-behind-proxy.js";
import { openTestDatabase } from "../../helpers/open-test-database.js";
import { testDatabaseUrl } from "../../helpers/test-database.js";

interface Connection {
  query(sql: string, done: (error: unknown) => void): void;
}
interface Pool {
  prependListener(event: "connection", listener: (connection: Connection) => void): void;
}

let database: Database;
test.before(async () => {
  database = await openTestDatabase();
});
test.after.always(() => database.close());

const isServer = () => database.dialect !== "sqlite";
const valueOf = async (id: string) => (await reader(database).findOne(Setting, { id }))?.value ?? null;
const append = "UPDATE settings SET value = CONCAT(value, ?) WHERE id = ?";

test.serial("a value is no statement, also where the server's mode knows no backslash escapes", async (t) => {
  if (!isServer()) return t.pass("values are bound there");
  const { pool } = database.dataSource.driver as unknown as { pool: Pool };
  // The statement runs before Kiln's own settings of a new connection, as a mode of the server would.
  pool.prependListener("connection", (connection) =>
    connection.query("SET SESSION sql_mode = CONCAT('NO_BACKSLASH_ESCAPES,', @@SESSION.sql_mode)", () => {}),
  );
  await transaction(database, (tx) => tx.insert(Setting, { id: "kept", value: "" }));
  const odd = `'; DELETE FROM settings WHERE id = "kept"; -- \\`;
  const runners: QueryRunner[] = Array.from({ length: 5 }, () => database.dataSource.createQueryRunner());
  try {
    // All connect at once, so that most of the connections are new.
    await Promise.all(runners.map((runner) => runner.connect()));
    for (const [index, runner] of runners.entries()) {
      await runner.query("INSERT INTO settings (id, value) VALUES (?, ?)", [`odd-${index}`, odd]);
      const [row] = await runner.query("SELECT @@SESSION.sql_mode AS mode");
      t.notRegex(row.mode, /NO_BACKSLASH_ESCAPES/);
      t.regex(row.mode, /STRICT_TRANS_TABLES/);
    }
  } finally {
    await Promise.all(runners.map((runner) => runner.release()));
  }
  for (const index of runners.keys()) t.is(await valueOf(`odd-${index}`), odd);
  t.is(await valueOf("kept"), "");
});

test.serial(
  "without a connection a read and a transaction say so, and are 503 unavailable (rules/edge 34)",
  async (t) => {
    if (!isServer()) return t.pass("there is no connection");
    const { url, drop } = await testDatabaseUrl();
    const { database: away, proxy, close } = await openBehindProxy(url ?? "");
    try {
      await proxy.cut();
      // The earlier connections are gone once a caller has used them.
      await t.throwsAsync(reader(away).query("SELECT 1"));
      for (const work of [
        () => reader(away).query("SELECT 1"),
        () => reader(away).find(Setting, { id: "any" }),
        () => transaction(away, (tx) => tx.findOne(Setting, { id: "any" })),
      ]) {
        const error = await t.throwsAsync(work, { name: "NoConnection" });
        t.is(toServiceError(error).code, "unavailable");
      }
    } finally {
      await close();
      await drop();
    }
  },
);

test.serial(
  "what is not sent yet when a transaction is given up is never sent, and whoever waits is told",
  async (t) => {
    if (!isServer()) return t.pass("a statement is a packet there");
    await transaction(database, (tx) =>
      tx.insert(Setting, [
        { id: "first", value: "" },
        { id: "second", value: "" },
      ]),
    );
    const long = "x".repeat(200_000);
    let outcomes: Promise<PromiseSettledResult<number>[]> | undefined;
    let given: Promise<unknown> | undefined;
    await transaction(database, async (holder) => {
      await holder.findOneForUpdate(Setting, { id: "first" });
      let refuse = (): void => {};
      const refused = new Promise<void>((resolve) => (refuse = resolve));
      const work = transaction(database, async (tx) => {
        await tx.findOne(Setting, { id: "second" });
        const writes = [tx.run(append, [long, "first"]), tx.run(append, [long, "second"])];
        outcomes = Promise.allSettled(writes);
        await refused;
        throw new Error("meant to fail");
      });
      given = t.throwsAsync(work, { message: "meant to fail" });
      // The first packet waits for the lock, and the second was not sent.
      // oxlint-disable-next-line no-unmodified-loop-condition -- the transaction sets it
      while (outcomes === undefined) await new Promise((resolve) => setImmediate(resolve));
      refuse();
      await new Promise((resolve) => setImmediate(resolve));
    });
    await given;
    t.deepEqual(
      (await outcomes)?.map(({ status }) => status),
      ["fulfilled", "rejected"],
    );
    t.is(await valueOf("first"), "");
    t.is(await valueOf("second"), "");
  },
);

test.serial("what waits when a transaction is given up is refused", async (t) => {
  if (!isServer()) return t.pass("nothing waits there");
  let waiting: Promise<unknown> | undefined;
  const work = transaction(database, async (tx) => {
    await tx.findOne(Setting, { id: "waiting" });
    // The statement is under way while the next one is sent.
    const slow = tx.query("SELECT SLEEP(0.1)");
    await new Promise((resolve) => setImmediate(resolve));
    const behind = tx.insert(Setting, { id: "waiting", value: "" });
    waiting = Promise.all([slow, t.throwsAsync(behind, { message: /given up/ })]);
    throw new Error("meant to fail");
  });
  await t.throwsAsync(work, { message: "meant to fail" });
  await waiting;
  t.is(await valueOf("waiting"), null);
});

test.serial("an error of several statements says which travelled together", async (t) => {
  if (!isServer()) return t.pass("none travel there");
  const work = transaction(database, async (tx) => {
    for (let time = 0; time < 2; time++)
      tx.withCommit(tx.insertOf(Setting, [{ id: "twice", value: "secret" }]));
  });
  const { statements, driverError } = (await t.throwsAsync(work)) as Error & {
    statements: string[];
    driverError: { code: string };
  };
  t.is(driverError.code, "ER_DUP_ENTRY");
  t.is(statements.length, 4);
  t.is(statements[3], "COMMIT");
  t.notRegex(statements.join(), /secret/);
});

test.serial("after a statement that failed, what else is asked of the transaction is refused", async (t) => {
  await transaction(database, (tx) => tx.insert(Setting, { id: "taken", value: "" }));
  const stray: Promise<unknown>[] = [];
  const work = transaction(database, async (tx) => {
    await tx.insert(Setting, { id: "before", value: "" });
    const failed = t.throwsAsync(tx.insert(Setting, { id: "taken", value: "" }));
    await failed;
    for (const ask of [
      () => tx.insert(Setting, { id: "stray", value: "" }),
      () => {
        tx.withCommit(tx.insertOf(Setting, [{ id: "stray-last", value: "" }]));
        return tx.sendLast();
      },
      () => tx.query("SELECT 1 AS one"),
    ])
      stray.push(t.throwsAsync(ask, { message: /UNIQUE|Duplicate/ }));
    await Promise.all(stray);
    return tx;
  });
  await t.throwsAsync(work);
  t.is(stray.length, 3);
  for (const id of ["before", "stray", "stray-last"]) t.is(await valueOf(id), null);
});

test.serial(
  "a branch of a transaction that is still at work when it is rolled back does nothing more",
  async (t) => {
    let goOn = () => {};
    const held = new Promise<void>((resolve) => (goOn = resolve));
    let branch: Promise<unknown> = Promise.resolve();
    const work = transaction(database, async (tx) => {
      await tx.findOne(Setting, { id: "any" });
      branch = held.then(() => tx.insert(Setting, { id: "late", value: "" }));
      throw new Error("meant to fail");
    });
    const refused = t.throwsAsync(async () => {
      await work.catch(goOn);
      await branch;
    });
    await t.throwsAsync(work, { message: "meant to fail" });
    await refused;
    t.is(await valueOf("late"), null);
  },
);
