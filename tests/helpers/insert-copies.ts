import type { Host } from "../../runtime/process/host.js";

/** Returns the id of the n-th copy. */
export const copyId = (n: number): string => `00000000-0000-7000-8000-${String(n).padStart(12, "0")}`;

/**
 * Inserts copies of a row on SQLite, because making them through the API would take minutes. Each of `columns` is an SQL
 * expression over `n`, which counts from 1. The other columns are as in the row. Ids are numbered too.
 */
export async function insertCopies(
  { host }: { host: Pick<Host, "transact"> },
  {
    table,
    id,
    count,
    columns,
  }: {
    table: "storage_objects" | "content_documents";
    id: string;
    count: number;
    columns: Readonly<Record<string, string>>;
  },
): Promise<void> {
  await host.transact(async (tx) => {
    const names = await tx.query<{ name: string }>("SELECT name FROM pragma_table_info(?)", [table]);
    const values = names.map(({ name }) => {
      const own = name === "id" ? "printf('00000000-0000-7000-8000-%012d', n)" : columns[name];
      return own ?? `"${name}"`;
    });
    await tx.run(
      `WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ?)
       INSERT INTO ${table} (${names.map(({ name }) => `"${name}"`).join(", ")})
       SELECT ${values.join(", ")} FROM ${table}, numbers WHERE ${table}.id = ?`,
      [count, id],
    );
  });
}
