import type { EntityManager, EntityTarget, FindOptionsWhere, ObjectLiteral } from "typeorm";
import type { QueryDeepPartialEntity } from "typeorm/query-builder/QueryPartialEntity.js";
import type { Database } from "./database.js";
import { insideTransaction } from "./sqlite/query-runners.js";

type Where<E extends ObjectLiteral> = FindOptionsWhere<E>;
export type Row<E> = Readonly<E>;

export interface FindOptions<E> {
  order?: { [K in keyof E]?: "ASC" | "DESC" };
  limit?: number;
  offset?: number;
}

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

  find<E extends ObjectLiteral>(
    entity: EntityTarget<E>,
    where: Where<E> | Where<E>[],
    options: FindOptions<E> = {},
  ): Promise<E[]> {
    return this.manager.find(entity, {
      where,
      ...(options.order && { order: options.order as never }),
      ...(options.limit !== undefined && { take: options.limit }),
      ...(options.offset !== undefined && { skip: options.offset }),
    });
  }

  findOne<E extends ObjectLiteral>(entity: EntityTarget<E>, where: Where<E>): Promise<E | null> {
    return this.manager.findOneBy(entity, where);
  }

  count<E extends ObjectLiteral>(entity: EntityTarget<E>, where: Where<E> | Where<E>[]): Promise<number> {
    return this.manager.countBy(entity, where);
  }
}

/** A transaction. Its callback may run twice: no calls, events or memory changes inside. */
export class Tx extends Reader {
  readonly #after: (() => void)[] = [];

  /** Runs once the transaction has committed: wake-ups and memory changes. */
  afterCommit(work: () => void): void {
    this.#after.push(work);
  }

  committed(): void {
    for (const work of this.#after) work();
  }

  /** Reads a row and keeps others from changing it until the end. Lock order: account, project, document, job, task. */
  findOneForUpdate<E extends ObjectLiteral>(entity: EntityTarget<E>, where: Where<E>): Promise<E | null> {
    if (this.database.dialect === "sqlite") return this.findOne(entity, where);
    return this.manager.findOne(entity, { where, lock: { mode: "pessimistic_write" } });
  }

  async insert<E extends ObjectLiteral>(
    entity: EntityTarget<E>,
    row: QueryDeepPartialEntity<E> | QueryDeepPartialEntity<E>[],
  ): Promise<void> {
    await this.manager.createQueryBuilder().insert().into(entity).values(row).updateEntity(false).execute();
  }

  /** Rows changed. Guard state changes by naming the old state in `where`. */
  async update<E extends ObjectLiteral>(
    entity: EntityTarget<E>,
    where: Where<E>,
    set: QueryDeepPartialEntity<E>,
  ): Promise<number> {
    return (await this.manager.update(entity, where, set)).affected ?? 0;
  }

  async delete<E extends ObjectLiteral>(entity: EntityTarget<E>, where: Where<E>): Promise<number> {
    return (await this.manager.delete(entity, where)).affected ?? 0;
  }

  /** Raw SQL that writes; gives the number of rows changed. */
  async run(sql: string, parameters: readonly unknown[] = []): Promise<number> {
    const runner = this.manager.queryRunner;
    if (!runner) throw new Error("A Tx lives inside a transaction only.");
    const result = await runner.query(sql, [...parameters], true);
    return result.affected ?? 0;
  }
}

const RETRIES = 8;

/** Deadlocks and lock timeouts: the database rolled the transaction back, and it may run again. */
function isTransient(error: unknown): boolean {
  const code = (error as { driverError?: { code?: string; errcode?: number } }).driverError;
  return (
    code?.code === "ER_LOCK_DEADLOCK" ||
    code?.code === "ER_LOCK_WAIT_TIMEOUT" ||
    code?.code === "ER_CHECKREAD" ||
    (code?.code === "ERR_SQLITE_ERROR" && code.errcode === 5)
  );
}

/** True when an insert met a unique key. */
export function isUniqueViolation(error: unknown): boolean {
  const driver = (error as { driverError?: { code?: string; errcode?: number } }).driverError;
  return driver?.code === "ER_DUP_ENTRY" || driver?.errcode === 2067 || driver?.errcode === 1555;
}

/**
 * The only way to write. READ COMMITTED with row locks on a server; one transaction at a time on the
 * embedded file. Retries deadlocks; anything else rolls back and is thrown on.
 */
export async function transaction<T>(database: Database, work: (tx: Tx) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    const box: { tx?: Tx } = {};
    const body = async (manager: EntityManager) => {
      box.tx = new Tx(database, manager);
      return work(box.tx);
    };
    try {
      const result =
        database.dialect === "sqlite"
          ? await insideTransaction(() => database.dataSource.manager.transaction(body))
          : await database.dataSource.manager.transaction("READ COMMITTED", body);
      box.tx?.committed();
      return result;
    } catch (error) {
      if (attempt >= RETRIES || !isTransient(error)) throw error;
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 20 * attempt));
    }
  }
}

/** Reads beside any transaction; each statement sees what is committed. */
export const reader = (database: Database): Reader => new Reader(database, database.dataSource.manager);
