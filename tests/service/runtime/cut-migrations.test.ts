import test from "ava";
import type { QueryRunner } from "typeorm";
import { ENTITIES } from "../../../entities/index.js";
import { MIGRATIONS } from "../../../migrations/index.js";
import { type Database, openDatabase } from "../../../runtime/database/database.js";
import { openTestDatabase } from "../../helpers/open-test-database.js";
import { testDatabaseUrl } from "../../helpers/test-database.js";
import { describeTables } from "../../helpers/describe-tables.js";

/** The death of a process behind one of the statements of a migration. */
class Died extends Error {}

/** Has the runner throw behind each statement that changes something, once for each text. */
function cut(runner: QueryRunner): void {
  const { query } = runner;
  const died = new Set<string>();
  const queryAndDie = async (sql: string, ...rest: []): Promise<unknown> => {
    const answer: unknown = await query.call(runner, sql, ...rest);
    if (/^\s*SELECT/i.test(sql) || died.has(sql)) return answer;
    died.add(sql);
    throw new Died(sql);
  };
  runner.query = queryAndDie as typeof runner.query;
}

/** Runs the migrations, each of them again and again until it has died behind each of its statements. Returns the number of deaths. */
async function migrateThroughDeaths({ dataSource }: Database): Promise<number> {
  let deaths = 0;
  for (const Migration of MIGRATIONS) {
    const runner = dataSource.createQueryRunner();
    cut(runner);
    const up = () =>
      new Migration().up(runner).then(
        () => true,
        (error: unknown) => {
          if (!(error instanceof Died))
            throw new Error(`${Migration.name} does not run again`, { cause: error });
          deaths += 1;
          return false;
        },
      );
    while (!(await up()));
    await runner.release();
  }
  return deaths;
}

test("on a server, migrations whose process died behind any statement end with the same tables (rules/operations 14)", async (t) => {
  const { url, drop } = await testDatabaseUrl({ isEmpty: true });
  t.teardown(drop);
  if (url === undefined) return t.pass("an embedded database undoes what a migration that died has changed");
  const database = await openDatabase({ url, dataDir: "", entities: ENTITIES, migrations: MIGRATIONS });
  t.teardown(() => database.close());
  t.true((await migrateThroughDeaths(database)) > MIGRATIONS.length);
  const whole = await openTestDatabase();
  t.teardown(() => whole.close());
  const isMigrations = ({ made }: { made: unknown }) => JSON.stringify(made).includes('"migrations"');
  const tables = async (of: Database) => (await describeTables(of)).filter((table) => !isMigrations(table));
  t.deepEqual(await tables(database), await tables(whole));
});
