import { DataSource, EntitySchema, type EntitySchemaColumnOptions } from "typeorm";
import { IdempotencyKey } from "../../../entities/idempotency-key.js";
import type { ServiceEntity } from "../../../plugins/kit/service-data.js";
import { columnOf, type Dialect } from "../../database/columns.js";
import type { Database } from "../../database/database.js";
import { borrowDriver } from "../../private-parts/typeorm.js";

/** The database as one service sees it. */
export interface ServiceDatabase {
  database: Database;
  /** The TypeORM schema of each entity by its table. */
  schemas: ReadonlyMap<string, EntitySchema>;
}

/**
 * Opens the process's database with a service's entities in place of Kiln's. It uses the process's
 * connections, so that its statements wait in the same queues, and it knows only the service's own tables and
 * the one of `Idempotency-Key` records.
 */
export async function openServiceDatabase(
  database: Database,
  entities: readonly ServiceEntity[],
): Promise<ServiceDatabase> {
  const schemas = new Map(
    entities.map((entity) => [entity.table, schemaOf(entity, database.dialect)] as const),
  );
  const { dataSource: whole } = database;
  const dataSource = new DataSource({
    ...whole.options,
    entities: [IdempotencyKey, ...schemas.values()],
    migrations: [],
  });
  // A second driver would open a second set of connections and be a second writer of the embedded file.
  await borrowDriver(dataSource, whole);
  return { database: { ...database, dataSource, longReads: dataSource.manager }, schemas };
}

function schemaOf({ table, columns }: ServiceEntity, dialect: Dialect): EntitySchema {
  const declared = Object.entries(columns).map(([name, given]): [string, EntitySchemaColumnOptions] => {
    const { type, nullable = false } = typeof given === "string" ? { type: given } : given;
    const made = columnOf(type === "at" ? "big" : type, dialect);
    return [name, { ...made, primary: name === "id", nullable } as EntitySchemaColumnOptions];
  });
  return new EntitySchema({ name: table, tableName: table, columns: Object.fromEntries(declared) });
}
