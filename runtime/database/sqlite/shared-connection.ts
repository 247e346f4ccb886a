import { AsyncLocalStorage } from "node:async_hooks";
import type { DataSource } from "typeorm";
import {
  BetterSqlite3QueryRunner,
  bindParametersBy,
  makeRunners,
  sharedStatements,
} from "../../private-parts/typeorm.js";
import { asProcess, isInBackground } from "../../concurrency/current-call.js";
import { FairQueue } from "../../concurrency/fair-queue.js";
import { loopTurns, type LoopTurns } from "../../process/loop-turns.js";
import { tracedStatement, tracing } from "../../process/tracing/tracer.js";
import { bindParameters } from "./bind-parameters.js";
import type { DurableCommits } from "./node-sqlite.js";

/** While requests wait, one of this number of grants goes to background work. */
const BACKGROUND_SHARE = 5;

interface Waiting {
  owner: object;
  grant(): void;
}

type Turns = Pick<LoopTurns, "isDue" | "wait">;

/**
 * Gives the one connection to one owner at a time: to a transaction, or to a read outside of any. Callers take turns, and
 * the waits of each are served in their order. Requests go before background work, which gets one of five grants while
 * requests wait. Each release wakes only the next waiter, after a turn of the event loop when that is due, since node:sqlite
 * is synchronous. The lock waits for that turn as the process, which gets every other place: all callers wait.
 */
export class ConnectionLock {
  #owner: object | null = null;
  readonly #requests = new FairQueue<Waiting>();
  readonly #background = new FairQueue<Waiting>();
  /** The number of grants to requests since the last one to background work, while some of that waited. */
  #passedOver = 0;
  #isPausing = false;
  readonly #turns: Turns;

  constructor(turns: Turns = loopTurns) {
    this.#turns = turns;
  }

  get owner(): object | null {
    return this.#owner;
  }

  /** Whether no caller waits for the connection. */
  get #nobodyWaits(): boolean {
    return this.#requests.size + this.#background.size === 0;
  }

  /** Takes the connection. Returns undefined when the connection was free, and otherwise a promise for the owner's turn. */
  acquire(owner: object): Promise<void> | undefined {
    if (this.#owner === null && this.#nobodyWaits && !this.#turns.isDue) {
      this.#owner = owner;
      return undefined;
    }
    const queue = isInBackground() ? this.#background : this.#requests;
    const granted = new Promise<void>((grant) => queue.add({ owner, grant }));
    this.#next();
    return granted;
  }

  /** Releases the lock. It does nothing for an owner that no longer has the lock. */
  release(owner: object): void {
    if (this.#owner !== owner) return;
    this.#owner = null;
    this.#next();
  }

  #next(): void {
    if (this.#owner !== null || this.#isPausing || this.#nobodyWaits) return;
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

/**
 * The mark of code inside a transaction. On the embedded database its query outside of that transaction fails instead of
 * waiting for itself.
 */
const inside = new AsyncLocalStorage<{ runner: object | null; isOver: boolean }>();

/** Runs a transaction's callback with this mark, on every database. */
export async function insideTransaction<T>(work: () => Promise<T>): Promise<T> {
  const mark = { runner: null, isOver: false };
  try {
    return await inside.run(mark, work);
  } finally {
    // Work that the transaction has left behind, such as a timer, is not inside any more.
    mark.isOver = true;
  }
}

/** Tells whether this code runs inside a transaction, which holds a connection until the code is done. */
export const isInTransaction = (): boolean => inside.getStore()?.isOver === false;

/**
 * Gives each caller a query runner of its own on the one connection, and gives the connection to one transaction or read at
 * a time. TypeORM's SQLite driver has a single runner for all callers, so that concurrent transactions interleave and the
 * rollback of one caller also undoes the insert of another. The event loop gets its turns between statements (ADR-0015). A
 * transaction ends when its commit is on the disk, while the next one has the connection already. It has to be called before
 * the data source is initialised.
 */
export function giveEachCallerARunner(dataSource: DataSource, commits: DurableCommits): void {
  const lock = new ConnectionLock();

  class Runner extends BetterSqlite3QueryRunner {
    /** The error that refuses further statements of a transaction that failed or was rolled back. */
    #refusal: Error | null = null;
    /** The number of transactions that this runner has begun and not ended, one within the other. */
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
      if (this.#depth > 0) return;
      lock.release(this);
      await commits.written();
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
      // All callers wait for this transaction's connection, so it waits as the process, which has every other turn.
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
      // BEGIN IMMEDIATE takes the write lock before the first read, so that no other process writes in between.
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

  // Each statement gets one text, so that its prepared form is found again: TypeORM writes numbers into it.
  bindParametersBy(dataSource, bindParameters);
  const statements = sharedStatements();
  makeRunners(dataSource, () => Object.assign(new Runner(dataSource.driver as never), statements));
}
