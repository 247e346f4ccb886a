import type { EntityTarget, ObjectLiteral } from "typeorm";
import type { QueryDeepPartialEntity } from "typeorm/query-builder/QueryPartialEntity.js";
import { byIds } from "./by-ids.js";
import { withoutDeadline } from "../concurrency/current-call.js";
import { Reader, type Where } from "./reader.js";
import { ServerRunner } from "./server/server-runner.js";
import type { Statement } from "./statements.js";

/** A transaction. Its callback may run twice: no calls, events or memory changes inside. */
export class Tx extends Reader {
  readonly #after: (() => void)[] = [];
  readonly #last: Statement[] = [];
  /** The first row that was inserted into each table. */
  readonly #made = new Map<EntityTarget<ObjectLiteral>, ObjectLiteral>();
  /** Whether anything was changed. */
  hasWritten = false;

  /**
   * Has the statements run in their order before all that the transaction asks for from now on, as if each had been awaited here;
   * the caller learns of them only that they failed, with the transaction. On a server they travel with the next statement, or
   * with the COMMIT, so that nobody waits for them while locks are held (ADR-0011, ADR-0084), to a node of Galera each by itself
   * (ADR-0100); the embedded file runs them at once.
   * Nobody may catch an error within the transaction's body: it may be that of a statement which travelled along.
   */
  async withNext(statements: readonly Statement[]): Promise<void> {
    if (statements.length === 0) return;
    this.hasWritten = true;
    await this.#send(statements);
  }

  /**
   * Has the statements run as the last ones of the transaction, in the order in which they were given; a server gets them in
   * one packet with the COMMIT, a node of Galera each by itself. For what others wait for, such as the head of a project's content: its row is locked no longer
   * than the commit takes. Nothing in the transaction sees what they change, and a statement that fails fails the transaction.
   */
  withCommit(statements: readonly Statement[]): void {
    if (statements.length === 0) return;
    this.hasWritten = true;
    this.#last.push(...statements);
  }

  /** Sends the last statements; to a server they go with the COMMIT that follows. */
  sendLast(): Promise<void> {
    return this.#send(this.#last.splice(0));
  }

  async #send(statements: readonly Statement[]): Promise<void> {
    const runner: unknown = this.manager.queryRunner;
    for (const { sql, parameters } of statements)
      if (runner instanceof ServerRunner) runner.later(sql, parameters);
      else await this.run(sql, parameters);
  }

  /** The statements that insert rows of a table, for `withNext` and `withCommit`. Throws for values that are no plain ones. */
  insertOf<E extends ObjectLiteral>(
    entity: EntityTarget<E>,
    rows: readonly QueryDeepPartialEntity<E>[],
  ): Statement[] {
    if (rows.length === 0) return [];
    const statements = this.statements(entity).insert(rows);
    if (statements === null) throw new Error("Rows that are inserted by a statement hold plain values.");
    this.#noteMade(entity, rows);
    return statements;
  }

  /** The statement that changes the row with an id, for `withNext` and `withCommit`: nobody asks whether it is there. */
  updateOf<E extends ObjectLiteral & { id: string }>(
    entity: EntityTarget<E>,
    id: string,
    set: QueryDeepPartialEntity<E>,
  ): Statement[] {
    const statement = this.statements(entity).update({ id }, set);
    if (statement === null)
      throw new Error("A row that is changed by a statement gets plain values, one at least.");
    return [statement];
  }

  /** What an UPDATE sets, for one that changes rows of several tables. The columns stand alone, without their table. */
  assignmentsOf<E extends ObjectLiteral>(entity: EntityTarget<E>, set: QueryDeepPartialEntity<E>): Statement {
    const changes = this.statements(entity).assignments(set);
    if (changes === null)
      throw new Error("A row that is changed by a statement gets plain values, one at least.");
    return changes;
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
   * Reads a row and keeps others from changing it until the end. Lock order: account, balance, project,
   * document, circuit of a provider, job, task, bytes of an account, head of an account's events, head of a project's content.
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

  #noteMade(entity: EntityTarget<ObjectLiteral>, row: ObjectLiteral | readonly ObjectLiteral[]): void {
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

  /** Deletes a row and gives it as it was; null when there is none. The condition names one row, by plain values. */
  async take<E extends ObjectLiteral>(entity: EntityTarget<E>, where: Where<E>): Promise<E | null> {
    const statement = this.database.dialect === "mariadb" ? this.statements(entity).take(where) : null;
    if (statement === null) {
      const row = await this.findOneForUpdate(entity, where);
      if (row !== null) await this.delete(entity, where);
      return row;
    }
    const [row] = await this.query<Record<string, unknown>>(statement.sql, statement.parameters);
    if (row === undefined) return null;
    this.hasWritten = true;
    return this.entity(entity, row);
  }

  /** Raw SQL that writes; gives the number of rows changed. */
  async run(sql: string, parameters: readonly unknown[] = []): Promise<number> {
    const runner = this.manager.queryRunner;
    if (!runner) throw new Error("A Tx lives inside a transaction only.");
    const { affected = 0 } = await runner.query(sql, [...parameters], true);
    if (affected > 0) this.hasWritten = true;
    return affected;
  }
}
