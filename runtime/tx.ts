import type { EntityManager, EntityTarget, ObjectLiteral } from "typeorm";
import type { QueryDeepPartialEntity } from "typeorm/query-builder/QueryPartialEntity.js";
import { byIds } from "./by-ids.js";
import type { Database } from "./database.js";
import { withoutDeadline } from "./deadline.js";
import { Reader, type Where } from "./reader.js";
import { ServerRunner } from "./server-runner.js";
import { SharedRead } from "./shared-read.js";

/** What is written at once for several calls. */
interface Collected {
  items: unknown[];
  write(tx: Tx, items: unknown[]): Promise<void>;
}

/** What the parts of a transaction have in common. */
interface Whole {
  /** Reads that are asked for in this turn, by their names. */
  reads: Map<string, Promise<unknown>>;
  /** Reads of rows that several ask for, by their names. */
  gatherings: Map<string, Pick<SharedRead<unknown>, "load">>;
  /** What is written when the works are through, by its name. */
  collected: Map<string, Collected>;
  /** What is written after that, just before the commit, by its name. */
  ends: Map<string, Collected>;
}

/** A transaction. Its callback may run twice: no calls, events or memory changes inside. */
export class Tx extends Reader {
  readonly #after: (() => void)[] = [];
  readonly #whole: Whole;
  /** The first row that this part inserted into each table. */
  readonly #made = new Map<EntityTarget<ObjectLiteral>, ObjectLiteral>();
  /** Whether anything was changed through this part. */
  hasWritten = false;

  constructor(
    database: Database,
    manager: EntityManager,
    whole: Whole = { reads: new Map(), gatherings: new Map(), collected: new Map(), ends: new Map() },
  ) {
    super(database, manager);
    this.#whole = whole;
  }

  /** The same transaction for one of several works that share it. */
  part(): Tx {
    return new Tx(this.database, this.manager, this.#whole);
  }

  /**
   * A read that works which share the transaction make once, if they ask in the same turn: nobody is told of what was so
   * before they came, such as that they are in the project. The value is everybody's.
   */
  once<T>(name: string, read: () => Promise<T>): Promise<T> {
    const { reads } = this.#whole;
    const known = reads.get(name) as Promise<T> | undefined;
    if (known !== undefined) return known;
    const made = read();
    reads.set(name, made);
    // then it is on its way
    process.nextTick(() => reads.delete(name));
    return made;
  }

  /**
   * One of the rows that works which share the transaction ask for under the name, each by its key: those who ask at the
   * same moment share the read of whoever was first.
   */
  gather<V>(
    name: string,
    key: string,
    read: (keys: readonly string[]) => Promise<ReadonlyMap<string, V>>,
  ): Promise<V | null> {
    const known = this.#whole.gatherings.get(name) as Pick<SharedRead<V>, "load"> | undefined;
    if (known !== undefined) return known.load(key);
    const gathering = new SharedRead(read, { oneAtATime: false });
    this.#whole.gatherings.set(name, gathering);
    return gathering.load(key);
  }

  /**
   * Has `write` write the items of all calls under the name at once, when the works that share the transaction are through.
   * What comes before does not see them.
   */
  collect<I>(name: string, items: readonly I[], write: (tx: Tx, items: I[]) => Promise<void>): void {
    this.#leave(this.#whole.collected, name, { items: [...items], write });
  }

  /** The same, as the last thing before the commit, in the order of names: for what others wait for. */
  atEnd<I>(name: string, items: readonly I[], write: (tx: Tx, items: I[]) => Promise<void>): void {
    this.#leave(this.#whole.ends, name, { items: [...items], write });
  }

  #leave(left: Map<string, Collected>, name: string, { items, write }: Collected): void {
    this.hasWritten = true;
    const known = left.get(name);
    if (known === undefined) left.set(name, { items, write });
    else known.items.push(...items);
  }

  /** Writes what was collected so far, and sends it on its way. */
  async writeCollected(): Promise<void> {
    const all = [...this.#whole.collected.values()];
    this.#whole.collected.clear();
    for (const { items, write } of all) await write(this, items);
    const runner: unknown = this.manager.queryRunner;
    if (runner instanceof ServerRunner) await runner.flush();
  }

  /** Writes what was left for the end, once. */
  async end(): Promise<void> {
    const { collected, ends } = this.#whole;
    const inOrder = [...ends].toSorted(([one], [other]) => (one < other ? -1 : 1));
    const all = [...collected.values(), ...inOrder.map(([, each]) => each)];
    collected.clear();
    ends.clear();
    for (const { items, write } of all) await write(this, items);
  }

  /** Runs once the transaction has committed: wake-ups and memory changes. */
  afterCommit(work: () => void): void {
    this.#after.push(work);
  }

  /** Runs what waits for the commit. One that throws keeps none of the others: what is committed stays committed. */
  committed(): void {
    for (const work of this.#after) {
      try {
        withoutDeadline(work);
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

  /** The first row that was inserted into the table of this name. */
  firstMade(tableName: string): Readonly<Record<string, unknown>> | undefined {
    for (const [entity, row] of this.#made)
      if (this.database.dataSource.getMetadata(entity).tableName === tableName) return row;
    return undefined;
  }

  #noteMade(entity: EntityTarget<ObjectLiteral>, row: ObjectLiteral | ObjectLiteral[]): void {
    const first = Array.isArray(row) ? (row as ObjectLiteral[])[0] : row;
    if (first !== undefined && !this.#made.has(entity)) this.#made.set(entity, first);
  }

  /** In the order of the rows; many of them, or long ones, are several statements. */
  async insert<E extends ObjectLiteral>(
    entity: EntityTarget<E>,
    row: QueryDeepPartialEntity<E> | QueryDeepPartialEntity<E>[],
  ): Promise<void> {
    this.hasWritten = true;
    this.#noteMade(entity, row);
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
    this.#noteMade(entity, row);
    const statements = this.statements(entity).insert(Array.isArray(row) ? row : [row]);
    if (statements === null) await this.insert(entity, row);
    else for (const { sql, parameters } of statements) await this.runLater(sql, parameters);
  }

  /** `insertLater`, collected with the rows of those who share the transaction. */
  insertCollected<E extends ObjectLiteral>(entity: EntityTarget<E>, row: QueryDeepPartialEntity<E>): void {
    const { tableName } = this.database.dataSource.getMetadata(entity);
    this.#noteMade(entity, row);
    this.collect(`rows of ${tableName}`, [row], (tx, rows) => tx.insertLater(entity, rows));
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
    return (await this.manager.update(entity, byIds(where), set)).affected ?? 0;
  }

  async delete<E extends ObjectLiteral>(entity: EntityTarget<E>, where: Where<E>): Promise<number> {
    const statement = this.statements(entity).delete(where);
    if (statement !== null) return this.run(statement.sql, statement.parameters);
    this.hasWritten = true;
    return (await this.manager.delete(entity, byIds(where))).affected ?? 0;
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
