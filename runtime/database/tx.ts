import type { EntityTarget, ObjectLiteral } from "typeorm";
import type { QueryDeepPartialEntity } from "typeorm/query-builder/QueryPartialEntity.js";
import { byIds, type Where } from "./by-ids.js";
import { withoutDeadline } from "../concurrency/current-call.js";
import { Reader } from "./reader.js";
import { ServerRunner } from "./server/server-runner.js";
import type { Statement } from "./statements.js";

/** A transaction. Its callback may run twice, so it makes no calls, sends no events and changes nothing in memory. */
export class Tx extends Reader {
  readonly #after: (() => void)[] = [];
  readonly #last: Statement[] = [];
  /** The first row that the transaction inserted into each table. */
  readonly #made = new Map<EntityTarget<ObjectLiteral>, ObjectLiteral>();
  /** Whether the transaction has changed anything. */
  hasWritten = false;

  /**
   * Runs the statements in their order, before all that the transaction asks for later. When one of them fails, the caller
   * only learns that the transaction failed. On a server they are sent with the next statement, or with the COMMIT, so that
   * no caller waits for them while locks are held (ADR-0011, ADR-0084). A node of Galera gets each of them separately
   * (ADR-0100), and the embedded file runs them at once. The callback of the transaction must not catch errors, since an
   * error may come from a statement that was sent along with another one.
   */
  async withNext(statements: readonly Statement[]): Promise<void> {
    if (statements.length === 0) return;
    this.hasWritten = true;
    await this.#send(statements);
  }

  /**
   * Runs the statements as the last ones of the transaction, in the order in which they were given. A server gets them in
   * one packet with the COMMIT, and a node of Galera gets each separately. This is for rows that others wait for, such as
   * the head of a project's content: such a row is locked only as long as the commit takes. Nothing in the transaction sees
   * the changes, and a statement that fails fails the transaction.
   */
  withCommit(statements: readonly Statement[]): void {
    if (statements.length === 0) return;
    this.hasWritten = true;
    this.#last.push(...statements);
  }

  /** Sends the last statements. A server gets them with the COMMIT that follows. */
  sendLast(): Promise<void> {
    return this.#send(this.#last.splice(0));
  }

  async #send(statements: readonly Statement[]): Promise<void> {
    const runner: unknown = this.manager.queryRunner;
    for (const { sql, parameters } of statements)
      if (runner instanceof ServerRunner) runner.later(sql, parameters);
      else await this.run(sql, parameters);
  }

  /** Returns the statements that insert rows, for `withNext` and `withCommit`. Throws for values that are not plain. */
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

  /** Returns the statement that changes the row with an id, for `withNext` and `withCommit`. */
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

  /** Returns the assignments of an UPDATE of several tables. The columns are named without their table. */
  assignmentsOf<E extends ObjectLiteral>(entity: EntityTarget<E>, set: QueryDeepPartialEntity<E>): Statement {
    const changes = this.statements(entity).assignments(set);
    if (changes === null)
      throw new Error("A row that is changed by a statement gets plain values, one at least.");
    return changes;
  }

  /** Has work run once the transaction has committed, for wake-ups and changes in memory. */
  afterCommit(work: () => void): void {
    this.#after.push(work);
  }

  /** Runs the work that waits for the commit. An error of one piece of work is reported and does not stop the others. */
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
   * Reads a row and keeps others from changing it until the transaction ends. Locks are taken in this order: account,
   * balance, project, document, circuit of a provider, job, task, bytes of an account, head of an account's events, head of
   * a project's content.
   */
  findOneForUpdate<E extends ObjectLiteral>(entity: EntityTarget<E>, where: Where<E>): Promise<E | null> {
    return this.#lockOne(entity, where, "FOR UPDATE", "pessimistic_write");
  }

  /** Reads a row and keeps others from changing it until the transaction ends; several transactions may do so at once. */
  findOneForShare<E extends ObjectLiteral>(entity: EntityTarget<E>, where: Where<E>): Promise<E | null> {
    // MySQL and MariaDB have only this spelling in common.
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

  /** Returns the first row that was inserted into the table with this name. */
  firstMade(tableName: string): Readonly<Record<string, unknown>> | undefined {
    for (const [entity, row] of this.#made)
      if (this.database.dataSource.getMetadata(entity).tableName === tableName) return row;
    return undefined;
  }

  #noteMade(entity: EntityTarget<ObjectLiteral>, row: ObjectLiteral | readonly ObjectLiteral[]): void {
    const first = Array.isArray(row) ? (row as ObjectLiteral[])[0] : row;
    if (first !== undefined && !this.#made.has(entity)) this.#made.set(entity, first);
  }

  /** Inserts rows in their order. Many rows, or long ones, take several statements. */
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

  /** Changes rows and returns their number. A change of state is guarded by naming the old state in `where`. */
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

  /** Deletes a row and returns it as it was, or null when there is none. The condition names one row, by plain values. */
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

  /** Runs raw SQL that writes, and returns the number of rows changed. */
  async run(sql: string, parameters: readonly unknown[] = []): Promise<number> {
    const runner = this.manager.queryRunner;
    if (!runner) throw new Error("A Tx lives inside a transaction only.");
    const { affected = 0 } = await runner.query(sql, [...parameters], true);
    if (affected > 0) this.hasWritten = true;
    return affected;
  }
}
