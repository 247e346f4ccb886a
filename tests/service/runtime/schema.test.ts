import test from "ava";
import { ENTITIES } from "../../../entities/index.js";
import { MIGRATIONS } from "../../../migrations/index.js";
import { openDatabase } from "../../../runtime/database/database.js";
import { describeTables } from "../../helpers/describe-tables.js";
import { openTestDatabase } from "../../helpers/open-test-database.js";
import { testDatabaseUrl } from "../../helpers/test-database.js";

test("entities and migrations agree (rules/running 4)", async (t) => {
  const database = await openTestDatabase({ isEmpty: true });
  t.teardown(() => database.close());
  const { upQueries } = await database.dataSource.driver.createSchemaBuilder().log();
  t.deepEqual(
    upQueries.map(({ query }) => query),
    [],
  );
});

test("a test's database on a server has the tables, and the rows, that the migrations make", async (t) => {
  const { url, drop } = await testDatabaseUrl();
  t.teardown(drop);
  if (url === undefined) return t.pass("an embedded database is migrated by each test");
  const given = await openDatabase({ url, dataDir: "", entities: ENTITIES, migrations: MIGRATIONS });
  t.teardown(() => given.close());
  const migrated = await openTestDatabase({ isEmpty: true });
  t.teardown(() => migrated.close());
  const wanted = await describeTables(migrated);
  t.true(wanted.length > 50);
  t.deepEqual(await describeTables(given), wanted);
});
