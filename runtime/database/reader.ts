import type { EntityManager, EntityTarget, FindOptionsSelect, ObjectLiteral } from "typeorm";
import { asProcess } from "../concurrency/current-call.js";
import { loopTurns } from "../process/loop-turns.js";
import { byIds, type Where } from "./by-ids.js";
import type { Database } from "./database.js";
import { readPrepared } from "./server/prepared-read.js";
import { type Statements, statementsOf } from "./statements.js";

export interface FindOptions<E> {
  order?: { [K in keyof E]?: "ASC" | "DESC" };
  limit?: number;
  offset?: number;
}

/** Returns the question marks for the values of a list in SQL: `?, ?, ?`. */
export const placeholders = (values: readonly unknown[]): string => values.map(() => "?").join(", ");

/**
 * Returns the keys, with the first one repeated until their number is a power of two. So lists of up to 256 keys have only
 * nine lengths; each length is a separate statement to prepare.
 */
export function padKeys<K>(keys: readonly K[]): K[] {
  const [first] = keys;
  if (first === undefined) return [];
  const length = 2 ** Math.ceil(Math.log2(keys.length));
  return [...keys, ...Array.from({ length: length - keys.length }, () => first)];
}

/** The number of values in a chunk, far below the limit that any database has for a statement. */
const SIZE = 1000;

/** Yields the values in their order, in chunks that a statement can take. */
export function* chunks<T>(values: readonly T[], size = SIZE): Generator<T[]> {
  for (let at = 0; at < values.length; at += size) yield values.slice(at, at + size);
}

/** The types of columns whose values may have megabytes (`physicalType`). */
const LONG: ReadonlySet<unknown> = new Set(["text", "longtext", "blob", "longblob"]);

/** The reads of the database, inside a transaction or outside of any. */
export class Reader {
  protected readonly manager: EntityManager;
  readonly database: Database;

  constructor(database: Database, manager: EntityManager) {
    this.database = database;
    this.manager = manager;
  }

  /** Runs raw SQL in the common subset of the dialects. Parameters are `?`; JSON columns are returned as text. */
  query<T>(sql: string, parameters: readonly unknown[] = []): Promise<T[]> {
    return this.manager.query<T[]>(sql, [...parameters]);
  }

  /** Runs SQL like `query`, for a statement that is sent often and whose text hardly varies: a server prepares it. */
  prepared<T>(sql: string, parameters: readonly unknown[]): Promise<T[]> {
    // A statement of a transaction stays on its connection, and the embedded database prepares all statements.
    if (this.manager.queryRunner || this.database.dialect === "sqlite") return this.query(sql, parameters);
    return readPrepared(this.database.dataSource, sql, parameters);
  }

  async find<E extends ObjectLiteral>(
    entity: EntityTarget<E>,
    where: Where<E> | Where<E>[],
    options: FindOptions<E> = {},
  ): Promise<E[]> {
    const isBare = !Array.isArray(where) && Object.keys(options).length === 0;
    const rows = isBare ? await this.rows(entity, where, "") : null;
    if (rows !== null) return rows;
    return this.manager.find(entity, {
      where: byIds(where),
      ...(options.order && { order: options.order as never }),
      ...(options.limit !== undefined && { take: options.limit }),
      ...(options.offset !== undefined && { skip: options.offset }),
    });
  }

  async findOne<E extends ObjectLiteral>(entity: EntityTarget<E>, where: Where<E>): Promise<E | null> {
    const rows = await this.rows(entity, where, " LIMIT 1");
    return rows === null ? this.manager.findOneBy(entity, where) : (rows[0] ?? null);
  }

  /** Reads the ids of up to `limit` rows that match, without the other columns. */
  async ids<E extends ObjectLiteral & { id: string }>(
    entity: EntityTarget<E>,
    where: Where<E>,
    limit: number,
  ): Promise<string[]> {
    const rows = await this.manager.find<E>(entity, {
      where,
      select: { id: true } as FindOptionsSelect<E>,
      take: limit,
    });
    return rows.map(({ id }) => id);
  }

  /**
   * Reads how many bytes the long values of each row take together, by id: texts without a limit, JSON and binary data.
   * Returns null when the entity has no such column. A server reads the whole value to tell its length, so callers should
   * ask for few rows at once.
   */
  async lengths<E extends ObjectLiteral & { id: string }>(
    entity: EntityTarget<E>,
    ids: readonly string[],
  ): Promise<Map<string, number> | null> {
    const long = this.manager.connection.getMetadata(entity).columns.filter(({ type }) => LONG.has(type));
    if (long.length === 0) return null;
    const { driver } = this.manager.connection;
    const lengths = long.map(
      ({ databaseName }) => `COALESCE(OCTET_LENGTH(held.${driver.escape(databaseName)}), 0)`,
    );
    const rows = await this.manager
      .createQueryBuilder(entity, "held")
      .select("held.id", "id")
      .addSelect(lengths.join(" + "), "bytes")
      .where("held.id IN (:...ids)", { ids })
      .getRawMany<{ id: string; bytes: number }>();
    return new Map(rows.map(({ id, bytes }) => [id, Number(bytes)]));
  }

  count<E extends ObjectLiteral>(entity: EntityTarget<E>, where: Where<E> | Where<E>[]): Promise<number> {
    return this.manager.countBy(entity, byIds(where));
  }

  /** Makes the entity of a row that raw SQL returned. The SQL must select every column under its own name. */
  entity<E extends ObjectLiteral>(entity: EntityTarget<E>, row: Readonly<Record<string, unknown>>): E {
    return this.statements(entity).entity(row);
  }

  /**
   * Waits for a turn of the event loop if the loop is due for one. In a transaction the turn counts for the process and
   * not for the caller, since others wait for the locks that the transaction holds.
   */
  pause(): Promise<void> {
    const inTransaction = this.manager.queryRunner !== undefined;
    return inTransaction ? asProcess(() => loopTurns.pause()) : loopTurns.pause();
  }

  /**
   * Makes the entities of such rows for a list, with pauses for the event loop between them, since the JSON of one row may
   * have megabytes.
   */
  async entities<E extends ObjectLiteral>(
    entity: EntityTarget<E>,
    rows: readonly Readonly<Record<string, unknown>>[],
  ): Promise<E[]> {
    const made: E[] = [];
    for (const row of rows) {
      await this.pause();
      made.push(this.entity(entity, row));
    }
    return made;
  }

  /** Reads rows by plain SQL. Returns null when the condition holds anything but plain values. */
  protected async rows<E extends ObjectLiteral>(
    entity: EntityTarget<E>,
    where: Where<E>,
    tail: string,
  ): Promise<E[] | null> {
    const statements = this.statements(entity);
    const statement = statements.select(where, tail);
    if (statement === null) return null;
    const rows = await this.manager.query<Record<string, unknown>[]>(statement.sql, statement.parameters);
    return rows.map((row) => statements.entity(row));
  }

  protected statements<E extends ObjectLiteral>(entity: EntityTarget<E>): Statements<E> {
    return statementsOf(this.database.dataSource, entity);
  }
}
