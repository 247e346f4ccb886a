import type { EntityTarget, ObjectLiteral } from "typeorm";
import type { Database } from "../database.js";
import { type FindOptions, Reader } from "../reader.js";
import type { Replica } from "./replica.js";
import type { Where } from "../by-ids.js";

/** The time that a list waits for the replica before the database itself is read. */
const PATIENCE_MS = 5000;

/**
 * A reader of the replica (DATABASE_READ_URL) for lists that may be some time behind: the lists of operators, the audit log
 * and usage. When the replica does not answer, or answers with an error, the database itself is read.
 */
export class StaleReader extends Reader {
  readonly #replica: Replica;
  readonly #primary: Reader;

  constructor(replica: Replica, primary: Reader, database: Database) {
    super(database, database.longReads);
    this.#replica = replica;
    this.#primary = primary;
  }

  override query<T>(sql: string, parameters: readonly unknown[] = []): Promise<T[]> {
    return this.#either((reader) => reader.query<T>(sql, parameters));
  }

  override prepared<T>(sql: string, parameters: readonly unknown[]): Promise<T[]> {
    return this.#either((reader) => reader.prepared<T>(sql, parameters));
  }

  override find<E extends ObjectLiteral>(
    entity: EntityTarget<E>,
    where: Where<E> | Where<E>[],
    options: FindOptions<E> = {},
  ): Promise<E[]> {
    return this.#either((reader) => reader.find(entity, where, options));
  }

  override findOne<E extends ObjectLiteral>(entity: EntityTarget<E>, where: Where<E>): Promise<E | null> {
    return this.#either((reader) => reader.findOne(entity, where));
  }

  override ids<E extends ObjectLiteral & { id: string }>(
    entity: EntityTarget<E>,
    where: Where<E>,
    limit: number,
  ): Promise<string[]> {
    return this.#either((reader) => reader.ids(entity, where, limit));
  }

  override count<E extends ObjectLiteral>(
    entity: EntityTarget<E>,
    where: Where<E> | Where<E>[],
  ): Promise<number> {
    return this.#either((reader) => reader.count(entity, where));
  }

  async #either<T>(read: (reader: Reader) => Promise<T>): Promise<T> {
    const reader = this.#replica.reader();
    if (reader === null) return read(this.#primary);
    try {
      return await inTime(read(reader));
    } catch (error) {
      // The replica does not answer, or has not received the newest schema yet. An error in the statement itself is thrown
      // by the database too.
      this.#replica.failed(error);
      return read(this.#primary);
    }
  }
}

/** Throws when the replica has not answered in time. A later answer is ignored. */
async function inTime<T>(reading: Promise<T>): Promise<T> {
  reading.catch(() => {});
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`No answer within ${PATIENCE_MS / 1000} s.`)), PATIENCE_MS);
  });
  return Promise.race([reading, late]).finally(() => clearTimeout(timer));
}
