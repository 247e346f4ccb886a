import { Socket } from "node:net";
import test from "ava";
import { DataSource } from "typeorm";
import { Setting } from "../../../entities/setting.js";
import type { Database } from "../../../runtime/database/database.js";
import { isWaiting, type ServerConnection } from "../../../runtime/private-parts/mysql2.js";
import {
  BetterSqlite3QueryRunner,
  bindParametersBy,
  borrowDriver,
  makeRunners,
  MysqlQueryRunner,
  obtainConnection,
  poolOf,
  renameConnectErrors,
  sharedStatements,
} from "../../../runtime/private-parts/typeorm.js";
import { openTestDatabase } from "../../helpers/open-test-database.js";

let database: Database;
test.before(async () => {
  database = await openTestDatabase();
});
test.after.always(() => database.close());

const isServer = () => database.dialect !== "sqlite";

/** Sends a statement on a connection and returns its result. */
const ask = (connection: ServerConnection, verb: "query" | "execute", sql: string): Promise<unknown> =>
  new Promise((resolve, reject) => {
    const done = (error: Error | null, rows: unknown) => (error ? reject(error) : resolve(rows));
    if (verb === "query") connection.query(sql, done);
    else connection.execute(sql, [], done);
  });

/** Makes the data source of another process on the same options, without initialising it. */
const another = () => new DataSource({ ...database.dataSource.options, entities: [Setting], migrations: [] });

test.serial("TypeORM: driver.createQueryRunner makes the runner of every caller", async (t) => {
  const { driver } = database.dataSource;
  const before = driver.createQueryRunner;
  const made = database.dataSource.createQueryRunner();
  t.true(made instanceof (isServer() ? MysqlQueryRunner : BetterSqlite3QueryRunner));
  makeRunners(database.dataSource, () => made);
  t.is(database.dataSource.createQueryRunner(), made);
  driver.createQueryRunner = before;
  await made.release();
});

test.serial("TypeORM: driver.escapeQueryWithParameters puts in the parameters of the query builder", (t) => {
  const { driver } = database.dataSource;
  const before = driver.escapeQueryWithParameters;
  bindParametersBy(database.dataSource, () => ["SELECT 'ours'", [1]]);
  const query = database.dataSource.manager.createQueryBuilder(Setting, "s").where("s.id = :id", { id: "a" });
  t.deepEqual(query.getQueryAndParameters(), ["SELECT 'ours'", [1]]);
  driver.escapeQueryWithParameters = before;
});

test.serial("TypeORM: a data source with the driver of another one reads by its connections", async (t) => {
  const borrowed = another();
  await borrowDriver(borrowed, database.dataSource);
  t.is(borrowed.driver, database.dataSource.driver);
  t.is(borrowed.getMetadata(Setting).tableName, "settings");
  t.deepEqual(await borrowed.manager.find(Setting, { where: { id: "nobody's" } }), []);
});

test.serial("TypeORM on SQLite: runner.stmtCache has prepared statements by their texts", async (t) => {
  if (isServer()) return t.pass("a server's runner keeps none");
  const runner = database.dataSource.createQueryRunner();
  const shared = sharedStatements();
  const [statements] = Object.values(shared) as [Map<string, unknown>];
  Object.assign(runner, shared);
  await runner.query("SELECT 41 + 1 AS sum");
  t.deepEqual([...statements.keys()], ["SELECT 41 + 1 AS sum"]);
  t.deepEqual(await runner.query("SELECT 41 + 1 AS sum"), [{ sum: 42 }]);
  await runner.release();
});

test.serial(
  "TypeORM on a server: driver.obtainMasterConnection gives a connection of driver.pool",
  async (t) => {
    if (!isServer()) return t.pass("the embedded file has no pool");
    const connection = await obtainConnection(database.dataSource);
    t.is(connection.format("SELECT ?", ["it's"]), "SELECT 'it\\'s'");
    t.deepEqual(await ask(connection, "query", "SELECT 1 AS one"), [{ one: 1 }]);
    t.deepEqual(await ask(connection, "execute", "SELECT 2 AS two"), [{ two: 2 }]);
    let opened = 0;
    poolOf(database.dataSource).on("connection", () => (opened += 1));
    connection.destroy();
    const all = await Promise.all(Array.from({ length: 3 }, () => obtainConnection(database.dataSource)));
    t.true(opened > 0, "the pool tells of each connection that it opens");
    for (const each of all) each.release();
  },
);

test.serial(
  "TypeORM on a server: when the pool gives no connection, the error is what we make of it",
  async (t) => {
    if (!isServer()) return t.pass("the embedded file has no connections");
    const source = await another().initialize();
    renameConnectErrors(source, (error) => new Error("renamed", { cause: error }));
    (await obtainConnection(source)).release();
    const pool = poolOf(source) as unknown as { end(done: () => void): void };
    await new Promise<void>((done) => pool.end(done));
    const error = await t.throwsAsync(obtainConnection(source), { message: "renamed" });
    t.true(error?.cause instanceof Error);
    const runner = source.createQueryRunner();
    await t.throwsAsync(runner.query("SELECT 1"), { message: /renamed/ });
    await runner.release();
  },
);

test.serial("mysql2: connection._command is there as long as an answer is waited for", async (t) => {
  if (!isServer()) return t.pass("the embedded file has no connections");
  const connection = await obtainConnection(database.dataSource);
  // A new connection gets its settings first.
  await ask(connection, "query", "SELECT 1");
  await new Promise((resolve) => setImmediate(resolve));
  t.false(isWaiting(connection));
  t.true(connection.stream instanceof Socket);
  const answer = ask(connection, "query", "SELECT SLEEP(0.05)");
  await new Promise((resolve) => setImmediate(resolve));
  t.true(isWaiting(connection));
  await answer;
  await new Promise((resolve) => setImmediate(resolve));
  t.false(isWaiting(connection));
  connection.release();
});
