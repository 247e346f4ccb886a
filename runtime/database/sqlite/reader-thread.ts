import { extname, join } from "node:path";
import { type DataSource, type EntityManager, QueryFailedError, QueryResult } from "typeorm";
import { BetterSqlite3QueryRunner } from "../../private-parts/typeorm.js";
import { WorkerPool } from "../../process/worker-pool.js";

/** A read that a thread makes. */
export interface LongRead {
  file: string;
  sql: string;
  parameters: readonly unknown[];
}

/** The time limit of a read. Its caller has left by then. */
const LIMIT_MS = 15_000;
const SIZE = 2;

export interface ReaderThreads {
  manager: EntityManager;
  stop(): Promise<void>;
}

/**
 * Makes a manager whose reads of the embedded file run in other threads, off the event loop, for reads whose cost grows with
 * what is stored (ADR-0015). A read sees what was committed before it began. The threads start with the first read. Binary
 * columns are returned as plain Uint8Array.
 */
export function readInThreads(dataSource: DataSource, file: string): ReaderThreads {
  const pool = new WorkerPool({
    // The name of the script is the same in the sources and in dist, except for its extension.
    script: join(import.meta.dirname, `read-rows${extname(import.meta.filename)}`),
    limitMs: LIMIT_MS,
    size: SIZE,
  });

  class Runner extends BetterSqlite3QueryRunner {
    override async query(sql: string, parameters: unknown[] = [], isStructured = false): Promise<unknown> {
      dataSource.logger.logQuery(sql, parameters);
      const asked: LongRead = { file, sql, parameters };
      const rows = await pool.run(asked).catch((error: unknown) => {
        throw error instanceof Error && error.name !== "ServiceError"
          ? new QueryFailedError(sql, parameters, error)
          : error;
      });
      if (!isStructured) return rows;
      return Object.assign(new QueryResult(), { raw: rows, records: rows });
    }
  }

  const runner = new Runner(dataSource.driver as never);
  return {
    manager: dataSource.createEntityManager(runner as never),
    stop: () => pool.stop(),
  };
}
