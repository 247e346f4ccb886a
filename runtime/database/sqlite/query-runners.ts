import { AsyncLocalStorage } from "node:async_hooks";
import type { DataSource } from "typeorm";
import {
  BetterSqlite3QueryRunner,
  bindParametersBy,
  makeRunners,
  shareStatements,
  transactionDepthOf,
} from "../../private-parts/typeorm.js";
import { asProcess } from "../../concurrency/caller.js";
import { loopTurns } from "../../process/loop-turns.js";
import { tracedStatement, tracing } from "../../process/tracing/tracer.js";
import { ConnectionLock } from "./connection-lock.js";

/** Marks the code that runs inside a transaction, so that a query beside it fails instead of waiting for itself. */
const inside = new AsyncLocalStorage<{ runner: object | null }>();

/** Runs a transaction's callback with the mark on. */
export const insideTransaction = <T>(work: () => Promise<T>): Promise<T> =>
  inside.run({ runner: null }, work);

/**
 * TypeORM's SQLite driver has one query runner for everybody, so that concurrent transactions
 * interleave and a stranger's rollback takes one's insert along. This gives each caller a runner of
 * its own on the one connection, and the connection to one transaction or read at a time. Between statements the event
 * loop gets its turns (ADR-0015). Call it before the data source is initialised.
 */
export function giveEachCallerARunner(dataSource: DataSource): void {
  const lock = new ConnectionLock();

  class Runner extends BetterSqlite3QueryRunner {
    /** Why nothing more is done for a transaction that failed or was rolled back: it would be done without one. */
    #refusal: Error | null = null;

    get #depth(): number {
      return transactionDepthOf(this);
    }

    override async startTransaction(): Promise<void> {
      const isOutermost = this.#depth === 0;
      if (isOutermost) await lock.acquire(this);
      if (isOutermost) this.#refusal = null;
      const mark = inside.getStore();
      if (mark && mark.runner === null) mark.runner = this;
      try {
        await super.startTransaction();
      } catch (error) {
        if (isOutermost) lock.release(this);
        throw error;
      }
    }

    override async commitTransaction(): Promise<void> {
      await super.commitTransaction();
      if (this.#depth === 0) lock.release(this);
    }

    override async rollbackTransaction(): Promise<void> {
      try {
        this.#refusal = null;
        await super.rollbackTransaction();
      } finally {
        this.#refusal = new Error("The transaction was rolled back before this statement.");
        if (this.#depth === 0) lock.release(this);
      }
    }

    override query(sql: string, parameters?: unknown[], structured?: boolean): Promise<unknown> {
      if (tracing.tracer === null) return this.#query(sql, parameters, structured);
      return tracedStatement("sqlite", sql, () => this.#query(sql, parameters, structured));
    }

    async #query(sql: string, parameters?: unknown[], structured?: boolean): Promise<unknown> {
      // Everybody waits for the connection that this transaction holds, so it waits as the process, which has every other turn.
      if (lock.owner === this && loopTurns.isDue) await asProcess(() => loopTurns.pause());
      if (lock.owner === this) return this.#send(sql, parameters, structured);
      if (lock.owner !== null && inside.getStore()?.runner === lock.owner)
        throw new Error("A query outside its transaction: use the Tx that was given to the callback.");
      const reading = {};
      const turn = lock.acquire(reading);
      if (turn !== undefined) await turn;
      try {
        return await this.#send(sql, parameters, structured);
      } finally {
        lock.release(reading);
      }
    }

    async #send(sql: string, parameters?: unknown[], structured?: boolean): Promise<unknown> {
      // A transaction that reads first must not lose its turn to another process in between.
      const statement = sql === "BEGIN TRANSACTION" ? "BEGIN IMMEDIATE TRANSACTION" : sql;
      if (this.#refusal !== null) throw this.#refusal;
      try {
        return (await super.query(statement, parameters as never, structured)) as unknown;
      } catch (error) {
        if (this.#depth > 0 && statement !== "ROLLBACK") this.#refusal = error as Error;
        throw error;
      }
    }

    override async release(): Promise<void> {
      if (lock.owner === this) {
        try {
          await this.rollbackTransaction();
        } catch {
          lock.release(this);
        }
      }
      await super.release();
    }
  }

  // One text for each statement, so that its prepared form is found again: TypeORM writes numbers into it.
  bindParametersBy(dataSource, bindParameters);
  const statements = new Map<string, unknown>();
  makeRunners(dataSource, () => {
    const runner = new Runner(dataSource.driver as never);
    shareStatements(runner, statements);
    return runner;
  });
}

/** Turns `:name` and `:...list` into `?` with their values in order; a function's result is SQL. */
function bindParameters(sql: string, named: Readonly<Record<string, unknown>>): [string, unknown[]] {
  const values: unknown[] = [];
  const bound = sql.replaceAll(
    /:(\.\.\.)?([A-Za-z0-9_.]+)/g,
    (whole, isList: string | undefined, name: string) => {
      if (!Object.hasOwn(named, name)) return whole;
      const value = named[name];
      if (isList === undefined && typeof value === "function") return String(value());
      const all = isList !== undefined && Array.isArray(value) ? value : [value];
      values.push(...all);
      return all.map(() => "?").join(", ");
    },
  );
  return [bound, values];
}
