import { AsyncLocalStorage } from "node:async_hooks";
import { isInBackground } from "../../concurrency/current-call.js";
import type { DataSource, EntityManager } from "typeorm";
import { MysqlQueryRunner } from "../../private-parts/typeorm.js";

/** What the connections of a process are wanted for. */
export const KINDS = ["requests", "background", "longReads"] as const;
export type Kind = (typeof KINDS)[number];

/** Connections that are kept for each kind; what is left is anybody's. */
export type Kept = Readonly<Record<Kind, number>>;

export const NOTHING_KEPT: Kept = { requests: 0, background: 0, longReads: 0 };

const longReads = new AsyncLocalStorage<true>();

/** Reads whose cost grows with what is stored: lists and totals. */
export const asLongRead = <T>(work: () => T): T => longReads.run(true, work);

/** The kind of the work that runs now. A list that background work reads is background work. */
export function kindOfWork(): Kind {
  if (isInBackground()) return "background";
  return longReads.getStore() === true ? "longReads" : "requests";
}

/** Reads of a server that wait for connections as long reads do; each statement has a connection of its own. */
export function readLong(dataSource: DataSource): EntityManager {
  class Runner extends MysqlQueryRunner {
    override query(sql: string, parameters: unknown[] = [], isStructured = false): Promise<unknown> {
      return asLongRead(async () => {
        const runner = dataSource.createQueryRunner();
        try {
          return await runner.query(sql, parameters, isStructured as true);
        } finally {
          await runner.release();
        }
      });
    }
  }
  return dataSource.createEntityManager(new Runner(dataSource.driver as never, "master") as never);
}
