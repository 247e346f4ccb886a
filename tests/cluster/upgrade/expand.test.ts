import test from "ava";
import { ENTITIES } from "../../../entities/index.js";
import { MIGRATIONS } from "../../../migrations/index.js";
import { openDatabase } from "../../../runtime/database/database.js";
import { migrate } from "../../../runtime/database/migrate.js";
import { PREVIOUS } from "../../helpers/previous-release.js";
import { breaks, type Schema } from "../../helpers/schema-changes.js";
import { testDatabaseUrl } from "../../helpers/test-database.js";

/** Returns the schema that some of the migrations, in order, make on a fresh database. */
async function schemaAfter(migrations: readonly (new () => unknown)[]): Promise<Schema> {
  const { url, drop } = await testDatabaseUrl({ isEmpty: true });
  const database = await openDatabase({ url: url ?? null, dataDir: "", entities: ENTITIES, migrations });
  try {
    await migrate(database);
    const { dataSource } = database;
    const columns = await dataSource.query<
      { tableName: string; columnName: string; type: string; nullable: string; initial: string | null }[]
    >(
      "SELECT table_name AS tableName, column_name AS columnName, column_type AS type, is_nullable AS nullable, column_default AS initial FROM information_schema.columns WHERE table_schema = DATABASE()",
    );
    const unique = await dataSource.query<{ tableName: string; names: string }[]>(
      "SELECT table_name AS tableName, GROUP_CONCAT(column_name ORDER BY seq_in_index SEPARATOR ', ') AS names FROM information_schema.statistics WHERE table_schema = DATABASE() AND non_unique = 0 GROUP BY table_name, index_name",
    );
    return {
      columns: columns.map(({ tableName: table, columnName: name, type, nullable, initial }) => ({
        table,
        name,
        type,
        isNullable: nullable === "YES",
        hasDefault: initial !== null,
      })),
      unique: unique.map(({ tableName, names }) => `${tableName}(${names})`),
    };
  } finally {
    await database.close();
    await drop();
  }
}

test("migrations since the previous release only expand: its processes go on reading and writing (rules/operations 10)", async (t) => {
  const earlierOnes = MIGRATIONS.filter(({ name }) => PREVIOUS.migrations.includes(name));
  t.is(earlierOnes.length, PREVIOUS.migrations.length, "A migration of the previous release is gone.");
  const [earlier, later] = await Promise.all([schemaAfter(earlierOnes), schemaAfter(MIGRATIONS)]);
  t.true(earlier.columns.length > 100);
  t.deepEqual(breaks(earlier, later), []);
});
