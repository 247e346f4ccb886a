import type { DataSource, EntityMetadata, EntityTarget, ObjectLiteral } from "typeorm";

/** A column whose value a statement takes as it is, or by one transformer. */
export interface PlainColumn {
  property: string;
  /** Escaped for the dialect. */
  name: string;
  /** What stands for a value in a statement, and the value of what a row has; null: the same. */
  to: ((value: unknown) => unknown) | null;
  from: ((value: unknown) => unknown) | null;
}

/** What the statements of a table are made of. */
export interface Table {
  /** Makes entities without values. */
  metadata: Pick<EntityMetadata, "create">;
  /** Escaped for the dialect. */
  table: string;
  columns: readonly PlainColumn[];
  /** The columns by their properties, as SELECT and RETURNING name them. */
  names: string;
}

/** The table of an entity. Throws for a column with two transformers. */
export function tableOf(dataSource: DataSource, entity: EntityTarget<ObjectLiteral>): Table {
  const metadata = dataSource.getMetadata(entity);
  const escape = (name: string) => dataSource.driver.escape(name);
  const columns = metadata.columns.map(({ propertyName, databaseName, transformer }): PlainColumn => {
    if (Array.isArray(transformer)) throw new Error(`${metadata.name}.${propertyName} has two transformers.`);
    return {
      property: propertyName,
      name: escape(databaseName),
      to: transformer?.to.bind(transformer) ?? null,
      from: transformer?.from.bind(transformer) ?? null,
    };
  });
  const names = metadata.columns.map(({ propertyName, databaseName }) =>
    propertyName === databaseName
      ? escape(databaseName)
      : `${escape(databaseName)} AS ${escape(propertyName)}`,
  );
  return {
    metadata,
    table: escape(metadata.tableName),
    columns,
    names: names.join(", "),
  };
}
