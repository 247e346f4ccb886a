import { AsyncLocalStorage } from "node:async_hooks";
import type { EntityManager } from "typeorm";
import { Batches } from "../../engines/batch-writer/batches.js";
import type { BatchesOptions, Outcome } from "../../engines/batch-writer/interface.js";
import { currentDeadline, type Deadline, resumeDeadline } from "../concurrency/current-call.js";
import type { Database } from "./database.js";
import { isRolledBack, isUndone } from "./conflict.js";
import { Reader } from "./reader.js";
import { onServer } from "./server/server-connections.js";
import { insideTransaction } from "./sqlite/shared-connection.js";
import { Tx } from "./tx.js";

export { type FindOptions, Reader } from "./reader.js";
export { TryAgain } from "./conflict.js";
export { Tx } from "./tx.js";
export { isUniqueViolation } from "./unique-violation.js";
export type { Outcome } from "../../engines/batch-writer/interface.js";

const RETRIES = 8;
/** For how long a transaction is begun again: who asked for it has left soon after. */
const PATIENCE_MS = 10_000;

/**
 * The only way to write. READ COMMITTED with row locks on a server; one transaction at a time on the
 * embedded file. Deadlocks and waits for locks are tried again, some times and for some seconds: the last one is
 * thrown as it came, and is 503 `unavailable` for a caller. Any other error rolls back and is thrown on. So does the end
 * of the call's deadline, which is checked last: a caller who was told of a failure sees no change later.
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
    const result =
      database.dialect === "sqlite"
        ? await insideTransaction(() => database.dataSource.manager.transaction(body))
        : await onServer(database, (runner) => runner.manager.transaction(body));
    box.tx?.committed();
    return result;
  });
}

/**
 * A transaction of one statement that writes; gives the number of rows changed. A server gets that statement alone, where
 * `transaction` sends two more, to begin and to commit.
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

/** Does it again after deadlocks and waits for locks, some times and for some seconds. */
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
  /** Carries out all requests in one transaction and returns an outcome for each. Like any transaction's body it may run twice. */
  write(tx: Tx, key: string, requests: readonly Q[]): Promise<readonly Outcome<R>[]>;
}

/** A request, and the call that it belongs to. */
interface Asked<Q> {
  readonly request: Q;
  readonly deadline: Deadline | null;
  /** Goes on with what was known where the request came: its caller, its trace. */
  resume<T>(work: () => T): T;
}

/**
 * Requests of one key share transactions, as `Batches` collects them; each is answered after the commit. A batch runs on
 * behalf of the first of its callers. A request whose call is over when its batch begins is refused alone. When a call ends
 * before the COMMIT, or anything fails of which the database says that it has changed nothing, all of the batch is rolled back
 * and each request is done in a transaction of its own. A connection that is lost at the COMMIT says nothing: then all are
 * told, and nothing is done again.
 */
export class BatchedTransactions<Q, R> {
  readonly #database: Database;
  readonly #write: BatchedOptions<Q, R>["write"];
  readonly #batches: Batches<Asked<Q>, R>;
  /** Errors of transactions that failed before their COMMIT was asked for. */
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
    // several are not tried again together: one of them may be what stands in the way
    const patience = isAlone ? undefined : 0;
    return first.resume(() =>
      resumeDeadline(isAlone ? first.deadline : null, () => transaction(this.#database, body, patience)),
    );
  }
}

const MISSING = { refusal: new Error("The transaction gave no outcome for this request.") };

/** What a call is told that is over; null while it is not. */
function refusalOf(deadline: Deadline | null): { refusal: unknown } | null {
  try {
    deadline?.refuseLate();
    return null;
  } catch (refusal) {
    return { refusal };
  }
}

/** A reader for lists and totals, whose cost grows with what is stored: it never holds the event loop. */
export const longReader = (database: Database): Reader => new Reader(database, database.longReads);

/** Reads beside any transaction; each statement sees what is committed. */
export const reader = (database: Database): Reader => new Reader(database, database.dataSource.manager);
