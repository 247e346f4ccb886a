import { AsyncLocalStorage } from "node:async_hooks";
import { isInBackground } from "../../concurrency/current-call.js";
import type { DataSource, EntityManager } from "typeorm";
import { MysqlQueryRunner } from "../../private-parts/typeorm.js";

/** The kinds of work that the connections of a process are used for. */
export const KINDS = ["requests", "background", "longReads"] as const;
export type Kind = (typeof KINDS)[number];

/** The numbers of connections that are reserved for each kind of work. Any kind may use the rest. */
export type Reserved = Readonly<Record<Kind, number>>;

export const NOTHING_RESERVED: Reserved = { requests: 0, background: 0, longReads: 0 };

const longReads = new AsyncLocalStorage<true>();

/** Runs work as a long read, whose cost grows with what is stored, such as a list or a total. */
export const asLongRead = <T>(work: () => T): T => longReads.run(true, work);

/** Returns the kind of the work that runs now. A list that background work reads counts as background work. */
export function kindOfWork(): Kind {
  if (isInBackground()) return "background";
  return longReads.getStore() === true ? "longReads" : "requests";
}

/**
 * Makes a manager whose reads of a server wait for connections as long reads. Each statement takes a connection of its own.
 */
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
