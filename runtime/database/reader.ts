import type {
  EntityManager,
  EntityTarget,
  FindOptionsSelect,
  FindOptionsWhere,
  ObjectLiteral,
} from "typeorm";
import { asProcess } from "../concurrency/current-call.js";
import { loopTurns } from "../process/loop-turns.js";
import { byIds } from "./by-ids.js";
import type { Database } from "./database.js";
import { readPrepared } from "./server/prepared-read.js";
import { type Statements, statementsOf } from "./statements.js";

export type Where<E extends ObjectLiteral> = FindOptionsWhere<E>;

export interface FindOptions<E> {
  order?: { [K in keyof E]?: "ASC" | "DESC" };
  limit?: number;
  offset?: number;
}

/** Question marks for the values of a list in SQL: `?, ?, ?`. */
export const placeholders = (values: readonly unknown[]): string => values.map(() => "?").join(", ");

/**
 * The keys, some of them more than once, so that lists of up to 256 keys come in nine lengths: each length is a statement
 * of its own.
 */
export function padKeys<K>(keys: readonly K[]): K[] {
  const [first] = keys;
  if (first === undefined) return [];
  const length = 2 ** Math.ceil(Math.log2(keys.length));
  return [...keys, ...Array.from({ length: length - keys.length }, () => first)];
}

/** Far below what a statement of any database takes. */
const SIZE = 1000;

/** The values in their order, as many at a time as a statement takes. */
export function* chunks<T>(values: readonly T[], size = SIZE): Generator<T[]> {
  for (let at = 0; at < values.length; at += size) yield values.slice(at, at + size);
}

/** Types of columns whose values may have megabytes (`physicalType`). */
const LONG: ReadonlySet<unknown> = new Set(["text", "longtext", "blob", "longblob"]);

/** Reads of the database, inside a transaction or beside one. */
export class Reader {
  protected readonly manager: EntityManager;
  readonly database: Database;

  constructor(database: Database, manager: EntityManager) {
    this.database = database;
    this.manager = manager;
  }

  /** Raw SQL in the common subset of the dialects. Parameters are `?`; JSON columns come as text. */
  query<T>(sql: string, parameters: readonly unknown[] = []): Promise<T[]> {
    return this.manager.query<T[]>(sql, [...parameters]);
  }

  /** Like `query`, for a statement that is sent often and whose text hardly varies: a server prepares it. */
  prepared<T>(sql: string, parameters: readonly unknown[]): Promise<T[]> {
    // a statement of a transaction stays on its connection, and the embedded database prepares all of them
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

  /** Ids of some rows, without the rest of them. */
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
   * The bytes of what may be long in some rows, by their ids: texts without a limit, JSON and binary data. Null where the entity has no
   * such column. A server reads the whole value to tell its length, so only few rows are asked for at once.
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

  /** The entity of a row that raw SQL gave; it has to select every column, by its own name. */
  entity<E extends ObjectLiteral>(entity: EntityTarget<E>, row: Readonly<Record<string, unknown>>): E {
    return this.statements(entity).entity(row);
  }

  /**
   * The entities of such rows, for lists: the event loop has its turns between them, since the JSON of one row may have
   * megabytes. Those of a transaction are the process's, as its statements' are: others wait for what it holds.
   */
  async entities<E extends ObjectLiteral>(
    entity: EntityTarget<E>,
    rows: readonly Readonly<Record<string, unknown>>[],
  ): Promise<E[]> {
    const inTransaction = this.manager.queryRunner !== undefined;
    const made: E[] = [];
    for (const row of rows) {
      await (inTransaction ? asProcess(() => loopTurns.pause()) : loopTurns.pause());
      made.push(this.entity(entity, row));
    }
    return made;
  }

  /** By plain SQL; null when the condition is none of plain values. */
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
