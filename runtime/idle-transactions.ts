import type { DataSource } from "typeorm";

/** What we use of mysql2's pool. */
interface Pool {
  on(event: "connection", listener: (connection: { query(sql: string): void }) => void): void;
}

/** Between two statements of a busy process; below that the limit would hit the living. */
const LEAST_SECONDS = 5;

/**
 * Has MariaDB end our transactions that stand still for longer than `idleMs`: a process that is frozen
 * in the middle of one would keep its rows locked for everybody until it thaws. MySQL has no such limit.
 */
export async function endIdleTransactions(dataSource: DataSource, idleMs: number): Promise<void> {
  const seconds = Math.max(LEAST_SECONDS, Math.ceil(idleMs / 1000));
  const sql = `SET SESSION idle_transaction_timeout = ${seconds}`;
  const { pool } = dataSource.driver as unknown as { pool: Pool };
  pool.on("connection", (connection) => connection.query(sql));
  // The one that the data source has opened for its first look.
  await dataSource.query(sql);
}
