import type { Database } from "../../runtime/database/database.js";
import { transaction, type Tx } from "../../runtime/database/transaction.js";

/** Cost of some reads of the database. */
export interface ReadCost {
  statements: number;
  /** Rows that a server has examined. Null without counters, as in the embedded database. */
  rows: number | null;
  /** Query plan of each statement in the embedded database. Empty on a server. */
  plans: readonly string[];
}

/** Counts the statements that `work` sends by `tx.query` in one transaction. */
export const readCostOf = (database: Database, work: (tx: Tx) => Promise<unknown>): Promise<ReadCost> =>
  transaction(database, async (tx) => {
    const asked: [sql: string, parameters: readonly unknown[]][] = [];
    const isEmbedded = database.dialect === "sqlite";
    if (!isEmbedded) await rowsRead(tx);
    const { query } = tx;
    tx.query = (sql, parameters) => {
      asked.push([sql, parameters ?? []]);
      return query.call(tx, sql, parameters) as never;
    };
    await work(tx);
    tx.query = query;
    const plans: string[] = [];
    for (const [sql, parameters] of isEmbedded ? asked : []) {
      const steps = await tx.query<{ detail: string }>(`EXPLAIN QUERY PLAN ${sql}`, parameters);
      plans.push(`${sql}\n${steps.map(({ detail }) => detail).join("\n")}`);
    }
    return { statements: asked.length, rows: isEmbedded ? null : await rowsRead(tx), plans };
  });

/** Returns the rows that a server has examined since the last call. */
async function rowsRead(tx: Tx): Promise<number> {
  const counters = await tx.query<{ Value: string }>("SHOW SESSION STATUS LIKE 'Handler_read%'");
  const sum = counters.reduce((total, { Value }) => total + Number(Value), 0);
  await tx.query("FLUSH LOCAL STATUS");
  return sum;
}
