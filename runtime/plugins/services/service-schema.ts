import { type QueryRunner, TableIndex } from "typeorm";
import type { ServiceColumns, ServiceSchema } from "../../../plugins/kit/service-data.js";
import { addColumn, type ColumnSpec, type IndexSpec, makeTable } from "../../database/make-table.js";
import { columns as declaredColumns, tablePrefix, tableProblem } from "./check-tables.js";

/**
 * Returns the schema verbs of one migration. After `end` they throw, so that an abandoned migration changes
 * nothing more.
 */
export function schemaFor(service: string, runner: QueryRunner): { schema: ServiceSchema; end(): void } {
  let isOver = false;
  const checked = (table: string): void => {
    if (isOver) throw new Error("The migration is over.");
    const problem = tableProblem(service, table);
    if (problem !== null) throw new Error(problem);
  };
  const schema: ServiceSchema = {
    async createTable(table, columns, indices = []) {
      checked(table);
      for (const index of indices) refuseIndex(service, index);
      if (!(await runner.hasTable(table)))
        await makeTable(runner, table, specsOf(columns), indices.map(plain));
      // A database server may have died after it made the table and before its indices.
      else for (const index of indices) await addIndex(runner, table, plain(index));
    },
    async addColumn(table, column, type) {
      checked(table);
      const { [column]: spec } = specsOf({ [column]: { type, nullable: true } });
      if (spec !== undefined && !(await runner.hasColumn(table, column)))
        await addColumn(runner, table, column, spec.type);
    },
    async addIndex(table, index) {
      checked(table);
      refuseIndex(service, index);
      await addIndex(runner, table, plain(index));
    },
    async run(sql, parameters = []) {
      if (isOver) throw new Error("The migration is over.");
      await runner.query(sql, [...parameters]);
    },
  };
  return { schema, end: () => (isOver = true) };
}

/** Reads the columns of a declaration. Throws if one is not valid. */
function specsOf(given: ServiceColumns): Record<string, ColumnSpec> {
  const parsed = declaredColumns.parse(given);
  return Object.fromEntries(
    Object.entries(parsed).map(([name, each]) => {
      const { type, nullable = false } = typeof each === "string" ? { type: each } : each;
      return [name, { type: type === "at" ? "big" : type, nullable }];
    }),
  );
}

type Given = Parameters<ServiceSchema["addIndex"]>[1];

const plain = ({ name, columns, unique = false }: Given): IndexSpec => ({
  name,
  columns: [...columns],
  unique,
});

function refuseIndex(service: string, { name }: Given): void {
  const prefix = tablePrefix(service);
  if (!/^[a-z0-9_]{1,60}$/.test(name) || !name.startsWith(prefix))
    throw new Error(
      `The index ${name} must be called ${prefix}<name>, of lower-case letters, digits and underscores.`,
    );
}

async function addIndex(
  runner: QueryRunner,
  table: string,
  { name, columns, unique }: IndexSpec,
): Promise<void> {
  const there = await runner.getTable(table);
  if (there?.indices.some((index) => index.name === name)) return;
  await runner.createIndex(table, new TableIndex({ name, columnNames: columns, isUnique: unique ?? false }));
}
