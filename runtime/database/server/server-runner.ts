import {
  type DataSource,
  QueryFailedError,
  QueryResult,
  QueryRunnerAlreadyReleasedError,
  type ReplicationMode,
} from "typeorm";
import type { ServerConnection } from "../../private-parts/mysql2.js";
import { makeRunners, MysqlQueryRunner } from "../../private-parts/typeorm.js";
import type { Reserved } from "./connection-kinds.js";
import { ConnectionTurns } from "./connection-turns.js";
import { NoConnection } from "./server-connections.js";
import { isTraced, tracedStatement } from "../../process/tracing/tracer.js";
import { isGaleraNode } from "./galera-node.js";
import { exchange, packetsOf, START, type Statement } from "./server-packets.js";

const ROLLBACK = "ROLLBACK";

/**
 * A caller's connection to a server. Statements that no caller waits for are sent with the next one, and statements that are
 * asked for in the same turn of the event loop are sent together, in one packet (ADR-0011). The server runs them in their
 * order and stops at the first that fails; all callers that still wait get its error. So START is sent with the first
 * statement of a transaction and COMMIT with the last ones, and COMMIT is not reached when a statement failed. Several
 * packets are sent in their order too: each waits until all that was asked for earlier is sent, and none is sent once the
 * transaction was given up. A node of Galera does not stop at the first failure, so it gets each statement in a packet of
 * its own (ADR-0100).
 */
export class ServerRunner extends MysqlQueryRunner {
  #waiting: Statement[] = [];
  #isSending = false;
  /**
   * The number of times that a transaction or the connection was given up. Statements that are not sent by then are dropped.
   */
  #givenUp = 0;
  /** The error that refuses further statements of a transaction that failed or was rolled back. */
  #refusal: Error | null = null;
  readonly #turns: ConnectionTurns;
  #passOn = (): void => {};
  #connecting: Promise<unknown> | null = null;

  constructor(driver: unknown, mode: ReplicationMode, turns: ConnectionTurns) {
    super(driver as never, mode);
    this.#turns = turns;
  }

  /** Connects once, when it is this caller's turn. */
  override connect(): Promise<unknown> {
    return (this.#connecting ??= this.#connectInTurn());
  }

  async #connectInTurn(): Promise<unknown> {
    this.#passOn = await this.#turns.take();
    try {
      // A caller that gave up while it waited passes its turn on.
      if (this.isReleased) throw new QueryRunnerAlreadyReleasedError();
      return await super.connect();
    } catch (error) {
      this.#passOn();
      this.#connecting = null;
      throw error;
    }
  }

  /** Sends a statement with the next one. */
  later(sql: string, parameters: readonly unknown[]): void {
    if (this.isReleased) throw new QueryRunnerAlreadyReleasedError();
    if (this.#refusal !== null) throw new QueryFailedError(sql, [...parameters], this.#refusal);
    const statement: Statement = { sql: single(sql), parameters };
    this.#waiting.push(statement);
    if (sql === START || !isTraced()) return;
    const answered = new Promise((resolve, reject) => (statement.span = { resolve, reject }));
    // A failure is reported by the statement that was sent in the same packet.
    tracedStatement(this.driver.options.type, sql, () => answered).catch(() => {});
  }

  override query(sql: string, parameters: readonly unknown[] = [], isStructured = false): Promise<unknown> {
    const system = this.driver.options.type;
    return tracedStatement(system, sql, () => this.#query(sql, parameters, isStructured));
  }

  async #query(sql: string, parameters: readonly unknown[], isStructured: boolean): Promise<unknown> {
    if (this.isReleased) throw new QueryRunnerAlreadyReleasedError();
    if (sql === START) this.#refusal = null;
    if (sql === START) return this.later(sql, parameters);
    if (sql === ROLLBACK) {
      this.#refusal = new Error(GIVEN_UP);
      // The server has nothing to roll back when START itself was not sent yet.
      if (this.#giveUp(this.#refusal)?.sql === START) return;
    }
    try {
      if (this.#refusal !== null && sql !== ROLLBACK) throw this.#refusal;
      const raw = await this.#answer(single(sql), parameters);
      return isStructured ? structured(raw) : raw;
    } catch (error) {
      if (error instanceof NoConnection) throw error;
      throw new QueryFailedError(sql, [...parameters], error as Error);
    }
  }

  override release(): Promise<void> {
    if (this.#waiting.length > 0) this.#giveUp(new Error(GIVEN_UP));
    this.#givenUp += 1;
    return super.release().finally(() => this.#passOn());
  }

  /** Drops the statements that wait. Returns the first of them. */
  #giveUp(reason: unknown): Statement | undefined {
    const dropped = this.#waiting;
    this.#waiting = [];
    this.#givenUp += 1;
    fail(dropped, reason);
    return dropped[0];
  }

  #answer(sql: string, parameters: readonly unknown[]): Promise<unknown> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ sql, parameters, waiter: { resolve, reject } });
      if (this.#isSending) return;
      this.#isSending = true;
      // The packet is sent after all other statements of this turn were asked for.
      process.nextTick(() => void this.#sendAll());
    });
  }

  async #sendAll(): Promise<void> {
    while (this.#waiting.some(({ waiter }) => waiter)) {
      const statements = this.#waiting;
      this.#waiting = [];
      await this.#send(statements);
    }
    this.#isSending = false;
  }

  async #send(statements: readonly Statement[]): Promise<void> {
    const givenUp = this.#givenUp;
    try {
      const connection = (await this.connect()) as ServerConnection;
      const { logger } = this.driver.dataSource;
      for (const { sql, parameters } of statements) logger.logQuery(sql, [...parameters], this as never);
      const oneByOne = await isGaleraNode(connection);
      for (const packet of packetsOf(connection, statements, { oneByOne })) {
        if (this.#givenUp !== givenUp) throw new Error(GIVEN_UP);
        const results = await exchange(connection, packet);
        packet.forEach(({ waiter, span }, at) => {
          waiter?.resolve(results[at]);
          span?.resolve(results[at]);
        });
      }
    } catch (error) {
      fail(statements, error);
      // The server may have ended the transaction: statements that were asked for meanwhile would run without one.
      if (!this.isTransactionActive) return;
      this.#refusal ??= error instanceof Error ? error : new Error(GIVEN_UP);
      if (this.#waiting[0]?.sql !== ROLLBACK) this.#giveUp(error);
    }
  }
}

function fail(statements: readonly Statement[], reason: unknown): void {
  for (const { waiter, span } of statements) {
    waiter?.reject(reason);
    span?.reject(reason);
  }
}

const GIVEN_UP = "The transaction was given up before this statement was sent.";

/**
 * Refuses a text with a semicolon, since the server would run what follows as a second statement. So each text holds one
 * statement, whatever its values are.
 */
function single(sql: string): string {
  if (sql.includes(";")) throw new Error(`A statement with a semicolon: ${sql}`);
  return sql;
}

/** Returns an answer in the form that TypeORM's query builder expects. */
function structured(raw: unknown): QueryResult {
  const result = new QueryResult();
  result.raw = raw;
  if (Array.isArray(raw)) result.records = raw;
  else result.affected = (raw as { affectedRows: number }).affectedRows;
  return result;
}

/** Gives every caller a ServerRunner. It has to be called before the data source is initialised. */
export function sendTogether(dataSource: DataSource, poolSize: number, reserved?: Reserved): void {
  const { driver } = dataSource;
  const turns = new ConnectionTurns(poolSize, reserved);
  makeRunners(dataSource, (mode) => new ServerRunner(driver, mode, turns));
}
