import { AsyncLocalStorage } from "node:async_hooks";
import type { DataSource } from "typeorm";
import {
  BetterSqlite3QueryRunner,
  bindParametersBy,
  makeRunners,
  sharedStatements,
} from "../../private-parts/typeorm.js";
import { asProcess, isInBackground } from "../../concurrency/current-call.js";
import { FairLine } from "../../concurrency/fair-line.js";
import { loopTurns, type LoopTurns } from "../../process/loop-turns.js";
import { tracedStatement, tracing } from "../../process/tracing/tracer.js";
import { bindParameters } from "./bind-parameters.js";

/** While requests wait, one of so many grants is for background work, so that it goes on. */
const BACKGROUND_SHARE = 5;

interface Waiting {
  owner: object;
  grant(): void;
}

type Turns = Pick<LoopTurns, "isDue" | "wait">;

/**
 * Gives the one connection to one owner at a time: a transaction, or a read beside any. Callers take turns, and each is
 * served in the order of what it asked for; requests go before background work, which gets one of five grants while
 * requests wait. Each release wakes the next waiter and no other, after a turn of the event loop when that is due: node:sqlite is synchronous, so a chain of
 * transactions would not let it turn before its end. For a turn of the loop the connection waits as the process, which has every other place:
 * everybody waits for the connection.
 */
export class ConnectionLock {
  #owner: object | null = null;
  readonly #requests = new FairLine<Waiting>();
  readonly #background = new FairLine<Waiting>();
  /** Grants to requests since the last one to background work, while some of that waited. */
  #passedOver = 0;
  #isPausing = false;
  readonly #turns: Turns;

  constructor(turns: Turns = loopTurns) {
    this.#turns = turns;
  }

  get owner(): object | null {
    return this.#owner;
  }

  /** Whether nobody waits for it. */
  get #isUnwanted(): boolean {
    return this.#requests.size + this.#background.size === 0;
  }

  /** Nothing when the connection was free, and a promise for its turn in the line otherwise. */
  acquire(owner: object): Promise<void> | undefined {
    if (this.#owner === null && this.#isUnwanted && !this.#turns.isDue) {
      this.#owner = owner;
      return undefined;
    }
    const line = isInBackground() ? this.#background : this.#requests;
    const granted = new Promise<void>((grant) => line.add({ owner, grant }));
    this.#next();
    return granted;
  }

  /** Releases the lock. Does nothing for an owner that no longer has it. */
  release(owner: object): void {
    if (this.#owner !== owner) return;
    this.#owner = null;
    this.#next();
  }

  #next(): void {
    if (this.#owner !== null || this.#isPausing || this.#isUnwanted) return;
    if (this.#turns.isDue) {
      this.#isPausing = true;
      asProcess(() => this.#turns.wait(() => this.#grant()));
    } else this.#grant();
  }

  /** Grants the connection to the next waiter in this turn of the loop, even if the turn has lasted for long already. */
  #grant(): void {
    this.#isPausing = false;
    const next = this.#take();
    if (next === null) return;
    this.#owner = next.owner;
    next.grant();
  }

  #take(): Waiting | null {
    const isTheirTurn = this.#requests.size === 0 || this.#passedOver >= BACKGROUND_SHARE - 1;
    const background = isTheirTurn ? this.#background.take() : null;
    this.#passedOver = background !== null || this.#background.size === 0 ? 0 : this.#passedOver + 1;
    return background ?? this.#requests.take();
  }
}

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
    /** How many transactions it has begun and not ended, one within the other. */
    #depth = 0;

    override async startTransaction(): Promise<void> {
      const isOutermost = this.#depth === 0;
      if (isOutermost) await lock.acquire(this);
      if (isOutermost) this.#refusal = null;
      const mark = inside.getStore();
      if (mark && mark.runner === null) mark.runner = this;
      try {
        await super.startTransaction();
        this.#depth += 1;
      } catch (error) {
        if (isOutermost) lock.release(this);
        throw error;
      }
    }

    override async commitTransaction(): Promise<void> {
      await super.commitTransaction();
      this.#depth -= 1;
      if (this.#depth === 0) lock.release(this);
    }

    override async rollbackTransaction(): Promise<void> {
      try {
        this.#refusal = null;
        await super.rollbackTransaction();
        this.#depth -= 1;
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
  const statements = sharedStatements();
  makeRunners(dataSource, () => Object.assign(new Runner(dataSource.driver as never), statements));
}
