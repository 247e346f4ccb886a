import type { QueryRunner } from "typeorm";
import type { Database } from "../database.js";

const readCommitted = new WeakSet<object>();

/** Does the work on a connection of its own. The isolation level is set once for a connection: naming it for each transaction is one more round trip. */
export async function onServer<T>(
  { dataSource }: Database,
  work: (runner: QueryRunner) => Promise<T>,
): Promise<T> {
  const runner = dataSource.createQueryRunner();
  try {
    const connection: object = await runner.connect();
    if (!readCommitted.has(connection)) {
      await runner.query("SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED");
      readCommitted.add(connection);
    }
    return await work(runner);
  } finally {
    await runner.release();
  }
}
