import { AsyncLocalStorage } from "node:async_hooks";
import type { EntityManager } from "typeorm";
import { Batches, type BatchesOptions, type Outcome } from "../../engines/batch-writer/index.js";
import { currentDeadline, type Deadline, resumeDeadline } from "../concurrency/current-call.js";
import type { Database } from "./database.js";
import { isRolledBack, isUndone } from "./conflict.js";
import { Reader } from "./reader.js";
import { onServer } from "./server/server-connections.js";
import { insideTransaction } from "./sqlite/shared-connection.js";
import { Tx } from "./tx.js";

export { type FindOptions, Reader } from "./reader.js";
export { TryAgain } from "./conflict.js";
export { isInTransaction } from "./sqlite/shared-connection.js";
export { Tx } from "./tx.js";
export { isUniqueViolation } from "./unique-violation.js";
export type { Outcome } from "../../engines/batch-writer/index.js";

const RETRIES = 8;
/** The time for which a transaction is begun again. Its caller leaves soon after. */
const PATIENCE_MS = 10_000;

/** The ways to the database that a process lends: reads outside of any transaction, and transactions. */
export interface DatabaseAccess {
  read: Reader;
  transact<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
}

/**
 * Runs a transaction, which is the only way to write: with READ COMMITTED and row locks on a server, and one at a time on
 * the embedded file. After deadlocks and timeouts of locks it is begun again, at most 8 times and for `patienceMs`; then the
 * last error is thrown, which a caller gets as 503 `unavailable`. Any other error rolls back and is thrown on. So does the
 * end of the call's deadline, which is checked last: a caller who was told of a failure sees no change later.
 */
export function transaction<T>(
  database: Database,
  work: (tx: Tx) => Promise<T>,
  patienceMs = PATIENCE_MS,
): Promise<T> {
  return untilDone(patienceMs, async (refuseLate) => {
    const box: { tx?: Tx } = {};
    const body = async (manager: EntityManager) => {
      refuseLate();
      const tx = new Tx(database, manager);
      box.tx = tx;
      const result = await work(tx);
      await tx.sendLast();
      refuseLate();
      return result;
    };
    const result = await insideTransaction(() =>
      database.dialect === "sqlite"
        ? database.dataSource.manager.transaction(body)
        : onServer(database, (runner) => runner.manager.transaction(body)),
    );
    box.tx?.committed();
    return result;
  });
}

/**
 * Runs a transaction of one statement that writes, and returns the number of rows changed. A server gets only that
 * statement, where `transaction` sends two more, to begin and to commit.
 */
export function writeAlone(database: Database, sql: string, parameters: readonly unknown[]): Promise<number> {
  if (database.dialect === "sqlite") return transaction(database, (tx) => tx.run(sql, parameters));
  return untilDone(PATIENCE_MS, (refuseLate) =>
    onServer(database, async (runner) => {
      refuseLate();
      const { affected = 0 } = await runner.query(sql, [...parameters], true);
      return affected;
    }),
  );
}

/** Repeats the attempt after deadlocks and timeouts of locks, a limited number of times and for a limited time. */
async function untilDone<T>(patienceMs: number, attempt: (refuseLate: () => void) => Promise<T>): Promise<T> {
  const began = performance.now();
  const deadline = currentDeadline();
  for (let count = 1; ; count += 1) {
    try {
      return await attempt(() => deadline?.refuseLate());
    } catch (error) {
      const isLate = performance.now() - began >= patienceMs;
      if (count >= RETRIES || isLate || !isRolledBack(error)) throw error;
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 20 * count));
    }
  }
}

export interface BatchedOptions<Q, R> extends Pick<
  BatchesOptions<Q, R>,
  "limits" | "subjectOf" | "weightOf" | "scheduler"
> {
  /**
   * Carries out all requests in one transaction and returns their outcomes. It may run twice, like any transaction's body.
   */
  write(tx: Tx, key: string, requests: readonly Q[]): Promise<readonly Outcome<R>[]>;
}

/** A request with the call that it belongs to. */
interface Asked<Q> {
  readonly request: Q;
  readonly deadline: Deadline | null;
  /** Runs work in the asynchronous context of the request, which knows its caller and its trace. */
  resume<T>(work: () => T): T;
}

/**
 * Transactions that requests of one key share, as `Batches` collects them; each request is answered after the commit. A
 * batch runs on behalf of the first of its callers. A request whose call is over when its batch begins is refused alone.
 * When a call ends before the COMMIT, or a failure certainly changed nothing, the whole batch is rolled back and each
 * request runs in a transaction of its own. A connection that is lost at the COMMIT leaves the outcome open: then all
 * callers get the error, and nothing is repeated.
 */
export class BatchedTransactions<Q, R> {
  readonly #database: Database;
  readonly #write: BatchedOptions<Q, R>["write"];
  readonly #batches: Batches<Asked<Q>, R>;
  /** The errors of transactions that failed before their COMMIT was asked for. */
  readonly #before = new WeakSet<object>();

  constructor(database: Database, { write, limits, subjectOf, weightOf, scheduler }: BatchedOptions<Q, R>) {
    this.#database = database;
    this.#write = write;
    this.#batches = new Batches({
      write: (key, asked) => this.#inTime(key, asked),
      isUndone: (error) => (error instanceof Error && this.#before.has(error)) || isUndone(error),
      limits,
      subjectOf: ({ request }) => subjectOf?.(request) ?? null,
      weightOf: ({ request }) => weightOf?.(request) ?? 0,
      ...(scheduler !== undefined && { scheduler }),
    });
  }

  submit(key: string, request: Q): Promise<R> {
    return this.#batches.submit(key, {
      request,
      deadline: currentDeadline(),
      resume: AsyncLocalStorage.snapshot(),
    });
  }

  async #inTime(key: string, asked: readonly Asked<Q>[]): Promise<Outcome<R>[]> {
    const late = asked.map(({ deadline }) => refusalOf(deadline));
    const inTime = asked.filter((_each, at) => late[at] === null);
    const outcomes = inTime.length === 0 ? [] : await this.#transact(key, inTime);
    let done = 0;
    return late.map((refusal) => refusal ?? outcomes[done++] ?? MISSING);
  }

  #transact(key: string, asked: readonly Asked<Q>[]): Promise<readonly Outcome<R>[]> {
    const [first] = asked;
    if (first === undefined) return Promise.resolve([]);
    const requests = asked.map(({ request }) => request);
    const isAlone = asked.length === 1;
    const body = async (tx: Tx) => {
      try {
        const outcomes = await this.#write(tx, key, requests);
        await tx.sendLast();
        for (const { deadline } of asked) deadline?.refuseLate();
        return outcomes;
      } catch (error) {
        if (error instanceof Error) this.#before.add(error);
        throw error;
      }
    };
    // A batch of several requests is not repeated as a whole, since one of them may be the cause of the conflict.
    const patience = isAlone ? undefined : 0;
    return first.resume(() =>
      resumeDeadline(isAlone ? first.deadline : null, () => transaction(this.#database, body, patience)),
    );
  }
}

const MISSING = { refusal: new Error("The transaction gave no outcome for this request.") };

/** Returns the refusal for a call that is over, or null while the call goes on. */
function refusalOf(deadline: Deadline | null): { refusal: unknown } | null {
  try {
    deadline?.refuseLate();
    return null;
  } catch (refusal) {
    return { refusal };
  }
}

/** Makes a reader for lists and totals, whose cost grows with what is stored. It never blocks the event loop. */
export const longReader = (database: Database): Reader => new Reader(database, database.longReads);

/** Makes a reader outside of any transaction; each of its statements sees what is committed. */
export const reader = (database: Database): Reader => new Reader(database, database.dataSource.manager);
