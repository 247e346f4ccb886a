import { Table, TableIndex, type QueryRunner, type TableColumnOptions } from "typeorm";
import { type Dialect, type LogicalType, physicalType } from "./columns.js";

export interface ColumnSpec {
  type: LogicalType;
  nullable?: boolean;
}

export interface IndexSpec {
  name: string;
  columns: string[];
  unique?: boolean;
}

/**
 * Makes a table whose columns have the same types as those of entities on each database. `id` is the primary key. A table that is
 * there already stays as it is: a migration that died runs again from its beginning, and a server keeps what it had made.
 */
export async function makeTable(
  runner: QueryRunner,
  name: string,
  columns: Readonly<Record<string, ColumnSpec>>,
  indices: readonly IndexSpec[] = [],
): Promise<void> {
  const dialect = dialectOf(runner);
  await runner.createTable(
    new Table({
      name,
      columns: Object.entries(columns).map(([column, spec]) => tableColumn(column, spec, dialect)),
      indices: indices.map(
        (index) =>
          new TableIndex({ name: index.name, columnNames: index.columns, isUnique: index.unique ?? false }),
      ),
    }),
    true,
  );
}

const dialectOf = ({ dataSource: { options } }: QueryRunner): Dialect =>
  options.type === "mysql" || options.type === "mariadb" ? options.type : "sqlite";

function tableColumn(
  name: string,
  { type, nullable = false }: ColumnSpec,
  dialect: Dialect,
): TableColumnOptions {
  const physical = physicalType(type, dialect);
  return {
    ...(physical as Omit<TableColumnOptions, "name" | "length">),
    name,
    ...(physical.length !== undefined && { length: String(physical.length) }),
    isPrimary: name === "id",
    isNullable: nullable,
  };
}

/** Adds a column with the same types to a table that exists. The value is NULL in rows that exist already. */
export async function addColumn(
  runner: QueryRunner,
  table: string,
  name: string,
  type: LogicalType,
): Promise<void> {
  const { type: base, length, charset, collation } = physicalType(type, dialectOf(runner));
  const escape = (text: string) => runner.dataSource.driver.escape(text);
  const sql = [
    `ALTER TABLE ${escape(table)} ADD COLUMN ${escape(name)} ${String(base)}${length === undefined ? "" : `(${length})`}`,
    ...(charset === undefined ? [] : [`CHARACTER SET ${charset}`]),
    ...(collation === undefined ? [] : [`COLLATE ${collation}`]),
    "NULL",
  ];
  // TypeORM's own method would copy the whole table on the embedded file.
  await runner.query(sql.join(" "));
}
