import type { EntityManager, EntityTarget, ObjectLiteral } from "typeorm";
import type { QueryDeepPartialEntity } from "typeorm/query-builder/QueryPartialEntity.js";
import type { Database } from "./database.js";
import { Reader, type Where } from "./reader.js";
import { ServerRunner } from "./server-runner.js";

/** What the parts of a transaction have in common. */
interface Whole {
  /** Reads that were made already, by their names. */
  reads: Map<string, Promise<unknown>>;
  /** Rows that are inserted at the end. */
  rows: Map<EntityTarget<ObjectLiteral>, object[]>;
  /** What is written after them, by its name. */
  ends: Map<string, { items: unknown[]; write(tx: Tx, items: unknown[]): Promise<void> }>;
}

/** A transaction. Its callback may run twice: no calls, events or memory changes inside. */
export class Tx extends Reader {
  readonly #after: (() => void)[] = [];
  readonly #whole: Whole;
  /** Whether anything was changed through this part. */
  hasWritten = false;

  constructor(
    database: Database,
    manager: EntityManager,
    whole: Whole = { reads: new Map(), rows: new Map(), ends: new Map() },
  ) {
    super(database, manager);
    this.#whole = whole;
  }

  /** The same transaction for one of several works that share it. */
  part(): Tx {
    return new Tx(this.database, this.manager, this.#whole);
  }

  /**
   * A read that works which share the transaction make once. Only for what nobody changes meanwhile, such as a row that
   * the read locks, and for what each of them may see as it was when the transaction began. The value is everybody's.
   */
  once<T>(name: string, read: () => Promise<T>): Promise<T> {
    const known = this.#whole.reads.get(name) as Promise<T> | undefined;
    if (known !== undefined) return known;
    const made = read();
    this.#whole.reads.set(name, made);
    return made;
  }

  /** Has `write` write the items of all calls under the name at once, as the last thing before the commit, in the order of names. */
  atEnd<I>(name: string, items: readonly I[], write: (tx: Tx, items: I[]) => Promise<void>): void {
    this.hasWritten = true;
    const end = this.#whole.ends.get(name);
    if (end === undefined) this.#whole.ends.set(name, { items: [...items], write });
    else end.items.push(...items);
  }

  /** Writes what was left for the end, once. */
  async end(): Promise<void> {
    const { rows, ends } = this.#whole;
    const inserts = [...rows];
    const writes = [...ends].toSorted(([one], [other]) => (one < other ? -1 : 1));
    rows.clear();
    ends.clear();
    for (const [entity, all] of inserts) await this.insertLater(entity, all);
    for (const [, { items, write }] of writes) await write(this, items);
  }

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
    this.hasWritten = true;
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

  /** `insertLater` at the end of the transaction, together with the rows of those who share it; what comes before does not see them. */
  insertAtEnd<E extends ObjectLiteral>(entity: EntityTarget<E>, row: QueryDeepPartialEntity<E>): void {
    this.hasWritten = true;
    const rows = this.#whole.rows.get(entity);
    if (rows === undefined) this.#whole.rows.set(entity, [row]);
    else rows.push(row);
  }

  /** Rows changed. Guard state changes by naming the old state in `where`. */
  async update<E extends ObjectLiteral>(
    entity: EntityTarget<E>,
    where: Where<E>,
    set: QueryDeepPartialEntity<E>,
  ): Promise<number> {
    const statement = this.statements(entity).update(where, set);
    if (statement !== null) return this.run(statement.sql, statement.parameters);
    this.hasWritten = true;
    return (await this.manager.update(entity, where, set)).affected ?? 0;
  }

  async delete<E extends ObjectLiteral>(entity: EntityTarget<E>, where: Where<E>): Promise<number> {
    const statement = this.statements(entity).delete(where);
    if (statement !== null) return this.run(statement.sql, statement.parameters);
    this.hasWritten = true;
    return (await this.manager.delete(entity, where)).affected ?? 0;
  }

  /** Raw SQL that writes; gives the number of rows changed. */
  async run(sql: string, parameters: readonly unknown[] = []): Promise<number> {
    const runner = this.manager.queryRunner;
    if (!runner) throw new Error("A Tx lives inside a transaction only.");
    const { affected = 0 } = await runner.query(sql, [...parameters], true);
    if (affected > 0) this.hasWritten = true;
    return affected;
  }

  /**
   * Raw SQL that writes, where the transaction has nothing to do with the outcome but to fail with it: it goes along with
   * the next statement, the last ones with the COMMIT, so that nothing waits for them while locks are held. They run
   * in their order. On the embedded file this is `run`. Nobody may catch a statement's error within a transaction's
   * body: it may be that of another one that travelled along, and those behind it have not run.
   */
  async runLater(sql: string, parameters: readonly unknown[] = []): Promise<void> {
    const runner: unknown = this.manager.queryRunner;
    this.hasWritten = true;
    if (runner instanceof ServerRunner) runner.later(sql, parameters);
    else await this.run(sql, parameters);
  }
}
