import type {
  EntityManager,
  EntityTarget,
  FindOptionsSelect,
  FindOptionsWhere,
  ObjectLiteral,
} from "typeorm";
import type { QueryDeepPartialEntity } from "typeorm/query-builder/QueryPartialEntity.js";
import type { Database } from "./database.js";
import { readPrepared } from "./prepared-read.js";
import { ServerRunner } from "./server-runner.js";
import { insideTransaction } from "./sqlite/query-runners.js";
import { type Statements, statementsOf } from "./statements.js";

type Where<E extends ObjectLiteral> = FindOptionsWhere<E>;

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

  /** The same for a statement that is sent all the time, whose text hardly varies. */
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
      where,
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

  count<E extends ObjectLiteral>(entity: EntityTarget<E>, where: Where<E> | Where<E>[]): Promise<number> {
    return this.manager.countBy(entity, where);
  }

  /** The entity of a row that raw SQL gave; it has to select every column, by its own name. */
  entity<E extends ObjectLiteral>(entity: EntityTarget<E>, row: Readonly<Record<string, unknown>>): E {
    return this.statements(entity).entity(row);
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

/** A transaction. Its callback may run twice: no calls, events or memory changes inside. */
export class Tx extends Reader {
  readonly #after: (() => void)[] = [];

  /** Runs once the transaction has committed: wake-ups and memory changes. */
  afterCommit(work: () => void): void {
    this.#after.push(work);
  }

  /** Runs what waits for the commit. One that throws keeps none of the others: what is committed stays committed. */
  committed(): void {
    for (const work of this.#after) {
      try {
        work();
      } catch (error) {
        this.database.report(error, "what follows a commit failed");
      }
    }
  }

  /**
   * Reads a row and keeps others from changing it until the end. Lock order: account, project, document, job, task,
   * the head of a project's content.
   */
  findOneForUpdate<E extends ObjectLiteral>(entity: EntityTarget<E>, where: Where<E>): Promise<E | null> {
    return this.#lockOne(entity, where, "FOR UPDATE", "pessimistic_write");
  }

  /** Reads a row and keeps others from changing it until the end; several may hold it so at once. */
  findOneForShare<E extends ObjectLiteral>(entity: EntityTarget<E>, where: Where<E>): Promise<E | null> {
    // The one spelling that MySQL and MariaDB share.
    return this.#lockOne(entity, where, "LOCK IN SHARE MODE", "pessimistic_read");
  }

  async #lockOne<E extends ObjectLiteral>(
    entity: EntityTarget<E>,
    where: Where<E>,
    clause: string,
    mode: "pessimistic_read" | "pessimistic_write",
  ): Promise<E | null> {
    if (this.database.dialect === "sqlite") return this.findOne(entity, where);
    const rows = await this.rows(entity, where, ` LIMIT 1 ${clause}`);
    if (rows !== null) return rows[0] ?? null;
    return this.manager.findOne(entity, { where, lock: { mode } });
  }

  /** In the order of the rows; many of them, or long ones, are several statements. */
  async insert<E extends ObjectLiteral>(
    entity: EntityTarget<E>,
    row: QueryDeepPartialEntity<E> | QueryDeepPartialEntity<E>[],
  ): Promise<void> {
    const statements = this.statements(entity).insert(Array.isArray(row) ? row : [row]);
    if (statements === null)
      await this.manager.createQueryBuilder().insert().into(entity).values(row).updateEntity(false).execute();
    else for (const { sql, parameters } of statements) await this.run(sql, parameters);
  }

  /** `insert`, like `runLater`: nobody may catch an error within the transaction's body. */
  async insertLater<E extends ObjectLiteral>(
    entity: EntityTarget<E>,
    row: QueryDeepPartialEntity<E> | QueryDeepPartialEntity<E>[],
  ): Promise<void> {
    const statements = this.statements(entity).insert(Array.isArray(row) ? row : [row]);
    if (statements === null) await this.insert(entity, row);
    else for (const { sql, parameters } of statements) await this.runLater(sql, parameters);
  }

  /** Rows changed. Guard state changes by naming the old state in `where`. */
  async update<E extends ObjectLiteral>(
    entity: EntityTarget<E>,
    where: Where<E>,
    set: QueryDeepPartialEntity<E>,
  ): Promise<number> {
    const statement = this.statements(entity).update(where, set);
    if (statement !== null) return this.run(statement.sql, statement.parameters);
    return (await this.manager.update(entity, where, set)).affected ?? 0;
  }

  async delete<E extends ObjectLiteral>(entity: EntityTarget<E>, where: Where<E>): Promise<number> {
    const statement = this.statements(entity).delete(where);
    if (statement !== null) return this.run(statement.sql, statement.parameters);
    return (await this.manager.delete(entity, where)).affected ?? 0;
  }

  /** Raw SQL that writes; gives the number of rows changed. */
  async run(sql: string, parameters: readonly unknown[] = []): Promise<number> {
    const runner = this.manager.queryRunner;
    if (!runner) throw new Error("A Tx lives inside a transaction only.");
    const result = await runner.query(sql, [...parameters], true);
    return result.affected ?? 0;
  }

  /**
   * Raw SQL that writes, where the transaction has nothing to do with the outcome but to fail with it: it goes along with
   * the next statement, the last ones with the COMMIT, so that nothing waits for them while locks are held. They run
   * in their order. On the embedded file this is `run`. Nobody may catch a statement's error within a transaction's
   * body: it may be that of another one that travelled along, and those behind it have not run.
   */
  async runLater(sql: string, parameters: readonly unknown[] = []): Promise<void> {
    const runner: unknown = this.manager.queryRunner;
    if (runner instanceof ServerRunner) runner.later(sql, parameters);
    else await this.run(sql, parameters);
  }
}

const RETRIES = 8;
/** For how long a transaction is begun again: who asked for it has left soon after. */
const PATIENCE_MS = 10_000;

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
 * embedded file. Deadlocks and waits for locks are tried again, some times and for some seconds: the last one is
 * thrown as it came, and is 503 `unavailable` for a caller. Anything else rolls back and is thrown on.
 */
export async function transaction<T>(
  database: Database,
  work: (tx: Tx) => Promise<T>,
  patienceMs = PATIENCE_MS,
): Promise<T> {
  const began = performance.now();
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
          : await onServer(database, body);
      box.tx?.committed();
      return result;
    } catch (error) {
      const isLate = performance.now() - began >= patienceMs;
      if (attempt >= RETRIES || isLate || !isTransient(error)) throw error;
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 20 * attempt));
    }
  }
}

const readCommitted = new WeakSet<object>();

/** The isolation level is set once for a connection: naming it for each transaction is one more way there and back. */
async function onServer<T>(
  { dataSource }: Database,
  body: (manager: EntityManager) => Promise<T>,
): Promise<T> {
  const runner = dataSource.createQueryRunner();
  try {
    const connection: object = await runner.connect();
    if (!readCommitted.has(connection)) {
      await runner.query("SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED");
      readCommitted.add(connection);
    }
    return await runner.manager.transaction(body);
  } finally {
    await runner.release();
  }
}

/** Reads beside any transaction; each statement sees what is committed. */
export const reader = (database: Database): Reader => new Reader(database, database.dataSource.manager);
