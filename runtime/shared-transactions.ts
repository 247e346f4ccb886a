import { QueryFailedError } from "typeorm";
import { ServiceError } from "../contracts/errors.js";
import type { Database } from "./database.js";
import { transaction, type Tx } from "./transaction.js";

/** What a work says of itself. */
export interface Together {
  /** Works of one line share transactions, and wait for each other in any case, such as for the lock of one row. */
  line: string;
  /** What it changes, if there is such a thing yet; two works with the same subject are never in one transaction. */
  subject: string | null;
  /** About as much as it writes. A large work has a transaction of its own, at once. */
  bytes: number;
}

interface Waiting {
  subject: string | null;
  work(tx: Tx): Promise<unknown>;
  resolve(value: unknown): void;
  reject(reason: unknown): void;
}

const LARGE = 64 * 1024;
const MOST = 16;

/**
 * Works that would wait for each other anyway share a transaction, so that the server begins, orders and commits once
 * for several. One that comes alone has its own at once; what comes meanwhile waits for its end, and goes together then.
 * Each is answered after the commit. When anything fails that may have changed something, all of it is rolled back and each
 * work is done in a transaction of its own, where it meets only its own failure.
 */
export class SharedTransactions {
  /** Those that wait in each line; it stands while its works are under way. */
  readonly #lines = new Map<string, Waiting[]>();
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** Like `transaction`; the work may also run beside others in it, and sees what they changed. */
  run<T>({ line, subject, bytes }: Together, work: (tx: Tx) => Promise<T>): Promise<T> {
    if (bytes > LARGE) return transaction(this.#database, work);
    return new Promise<T>((resolve, reject) => {
      const mine = { subject, work, resolve: resolve as (value: unknown) => void, reject };
      const waiting = this.#lines.get(line);
      if (waiting !== undefined) return void waiting.push(mine);
      const fresh = [mine];
      this.#lines.set(line, fresh);
      void this.#serve(line, fresh);
    });
  }

  async #serve(line: string, waiting: Waiting[]): Promise<void> {
    while (waiting.length > 0) {
      const batch = takeFirst(waiting);
      const [only] = batch;
      if (only !== undefined && batch.length === 1) await this.#alone(only);
      else if (!(await this.#together(batch))) await Promise.all(batch.map((each) => this.#alone(each)));
    }
    this.#lines.delete(line);
  }

  #alone({ work, resolve, reject }: Waiting): Promise<void> {
    return transaction(this.#database, work).then(resolve, reject);
  }

  /** False: nothing was committed, and each is to be done alone. */
  async #together(batch: readonly Waiting[]): Promise<boolean> {
    try {
      const outcomes = await transaction(this.#database, (tx) => doParts(tx, batch), 0);
      for (const { part, settle } of outcomes) {
        part.committed();
        settle();
      }
      return true;
    } catch (error) {
      if (isUndone(error)) return false;
      // the commit may have come through
      for (const { reject } of batch) reject(error);
      return true;
    }
  }
}

/** Takes the first ones of the line out of it, each with a subject of its own; those of a subject stay in their order. */
function takeFirst(waiting: Waiting[]): Waiting[] {
  const batch: Waiting[] = [];
  const subjects = new Set<string>();
  const left = waiting.splice(0).filter((each) => {
    const { subject } = each;
    const isApart = subject !== null && subjects.has(subject);
    if (subject !== null) subjects.add(subject);
    if (isApart || batch.length === MOST) return true;
    batch.push(each);
    return false;
  });
  waiting.push(...left);
  return batch;
}

/** One of the works may have changed something before it failed. */
class Spoiled extends Error {
  override readonly name = "Spoiled";
}

interface Outcome {
  part: Tx;
  settle(): void;
}

/** Does all of them, whatever becomes of one, so that nothing is asked of a transaction that has ended. */
async function doParts(tx: Tx, batch: readonly Waiting[]): Promise<Outcome[]> {
  let spoiled: Spoiled | undefined;
  const outcomes = await Promise.all(
    batch.map(async ({ work, resolve, reject }): Promise<Outcome> => {
      const part = tx.part();
      try {
        const value = await work(part);
        return { part, settle: () => resolve(value) };
      } catch (error) {
        const isHarmless = error instanceof ServiceError && !part.hasWritten;
        if (!isHarmless) spoiled ??= new Spoiled("A work of a shared transaction failed.", { cause: error });
        return { part, settle: () => reject(error) };
      }
    }),
  );
  if (spoiled !== undefined) throw spoiled;
  return outcomes;
}

/** Whether a transaction that failed has surely changed nothing: the database said so itself. A connection that is lost at the end says nothing. */
function isUndone(error: unknown): boolean {
  if (error instanceof Spoiled) return true;
  if (!(error instanceof QueryFailedError)) return false;
  const { fatal, sqlState, errcode } = error.driverError as {
    fatal?: boolean;
    sqlState?: string;
    errcode?: number;
  };
  return fatal !== true && (sqlState !== undefined || errcode !== undefined);
}
