import type { Database } from "../../runtime/database/database.js";

interface DescribedTable {
  made: object[];
  rows: object[];
}

/** Returns the definition of each table of a server's database, and its rows. */
export async function describeTables({ dataSource }: Database): Promise<DescribedTable[]> {
  const query = async (sql: string) => (await dataSource.query(sql)) as Record<string, unknown>[];
  const tables: DescribedTable[] = [];
  for (const row of await query("SHOW TABLES")) {
    const name = `\`${String(Object.values(row)[0])}\``;
    tables.push({
      made: await query(`SHOW CREATE TABLE ${name}`),
      rows: await query(`SELECT * FROM ${name}`),
    });
  }
  return tables;
}
