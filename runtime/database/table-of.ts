import type { DataSource, EntityMetadata, EntityTarget, ObjectLiteral } from "typeorm";

/** A column whose values go into a statement unchanged, or through one transformer. */
export interface PlainColumn {
  property: string;
  /** The name of the column, escaped for the dialect. */
  name: string;
  /** The conversions of a value for a statement (`to`) and from a row (`from`); null keeps the value as it is. */
  to: ((value: unknown) => unknown) | null;
  from: ((value: unknown) => unknown) | null;
}

/** The parts from which the statements of a table are made. */
export interface Table {
  /** The metadata that makes entities without values. */
  metadata: Pick<EntityMetadata, "create">;
  /** The name of the table, escaped for the dialect. */
  table: string;
  columns: readonly PlainColumn[];
  /** The list of columns that SELECT and RETURNING name, each under its property. */
  names: string;
}

/** Returns the table of an entity. Throws for a column with two transformers. */
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
