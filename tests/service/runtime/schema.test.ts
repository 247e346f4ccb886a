import test from "ava";
import { openTestDatabase } from "../../helpers/open-test-database.js";

test("entities and migrations agree", async (t) => {
  const database = await openTestDatabase();
  t.teardown(() => database.close());
  const { upQueries } = await database.dataSource.driver.createSchemaBuilder().log();
  t.deepEqual(
    upQueries.map(({ query }) => query),
    [],
  );
});
