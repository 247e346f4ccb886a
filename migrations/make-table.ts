import { Table, TableIndex, type QueryRunner, type TableColumnOptions } from "typeorm";
import { type Dialect, type LogicalType, physicalType } from "../runtime/columns.js";

interface ColumnSpec {
  type: LogicalType;
  nullable?: boolean;
}

interface IndexSpec {
  name: string;
  columns: string[];
  unique?: boolean;
}

/** Makes a table whose columns have the same types as the entities' on each database. `id` is the primary key. */
export async function makeTable(
  runner: QueryRunner,
  name: string,
  columns: Readonly<Record<string, ColumnSpec>>,
  indices: readonly IndexSpec[] = [],
): Promise<void> {
  const type = runner.dataSource.options.type;
  const dialect: Dialect = type === "mysql" || type === "mariadb" ? type : "sqlite";
  await runner.createTable(
    new Table({
      name,
      columns: Object.entries(columns).map(([column, spec]): TableColumnOptions => {
        const physical = physicalType(spec.type, dialect);
        return {
          ...(physical as Omit<TableColumnOptions, "name" | "length">),
          name: column,
          ...(physical.length !== undefined && { length: String(physical.length) }),
          isPrimary: column === "id",
          isNullable: spec.nullable ?? false,
        };
      }),
      indices: indices.map(
        (index) =>
          new TableIndex({ name: index.name, columnNames: index.columns, isUnique: index.unique ?? false }),
      ),
    }),
  );
}
