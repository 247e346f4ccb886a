import { QueryFailedError } from "typeorm";
import { ServiceError } from "../contracts/errors.js";
import type { Database } from "./database.js";
import { Line, type Waiting } from "./line.js";
import { transaction, type Tx } from "./transaction.js";
import { within } from "./within.js";

/** What a work says of itself. */
export interface Together {
  /** Works of one line share transactions, and wait for each other in any case, such as for the lock of one row. */
  line: string;
  /** What it changes, if there is such a thing yet; two works with the same subject are never in one transaction. */
  subject: string | null;
  /** About as much as it writes. A large work has a transaction of its own, at once. */
  bytes: number;
}

/** In bytes. */
export const LARGE_WORK = 64 * 1024;
/** So long a line waits for what is under way: that may wait for something that nobody else needs, such as a document's row. */
const HELD_MS = 1000;
/** How often a line goes on like that; what is under way has connections. */
const MOST_AT_ONCE = 4;

/**
 * Works that would wait for each other anyway share a transaction, so that the server begins, orders and commits once
 * for several. One that comes alone has its own at once; what comes meanwhile waits for its end, or for a second, and then
 * goes together. Each is answered after the commit. When anything fails that may have changed something, all of it is rolled
 * back and each work is done in a transaction of its own, where it meets only its own failure.
 */
export class SharedTransactions {
  /** Each stands while its works are under way. */
  readonly #lines = new Map<string, Line>();
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** Like `transaction`; the work may also run beside others in it, and sees what they changed. */
  run<T>({ line, subject, bytes }: Together, work: (tx: Tx) => Promise<T>): Promise<T> {
    if (bytes > LARGE_WORK) return transaction(this.#database, work);
    const mine = Promise.withResolvers<unknown>();
    const known = this.#lines.get(line) ?? new Line();
    this.#lines.set(line, known);
    known.waiting.push({ subject, work, ...mine });
    this.#goOn(line, known);
    return mine.promise as Promise<T>;
  }

  #goOn(name: string, line: Line): void {
    if (line.isOver) {
      if (this.#lines.get(name) === line) this.#lines.delete(name);
      return;
    }
    if (line.waiting.length === 0 || line.isHeld || line.underWay === MOST_AT_ONCE) return;
    line.isHeld = true;
    line.underWay += 1;
    const done = this.#do(line.takeFirst()).finally(() => (line.underWay -= 1));
    void done.then(() => this.#goOn(name, line));
    void within(HELD_MS, done).then(() => {
      line.isHeld = false;
      this.#goOn(name, line);
    });
  }

  async #do(batch: readonly Waiting[]): Promise<void> {
    if (batch.length > 1 && (await this.#together(batch))) return;
    await Promise.all(batch.map((each) => this.#alone(each)));
  }

  #alone({ work, resolve, reject }: Waiting): Promise<void> {
    return transaction(this.#database, work).then(resolve, reject);
  }

  /** False: nothing was committed, and each is to be done alone. */
  async #together(batch: readonly Waiting[]): Promise<boolean> {
    try {
      const outcomes = await transaction(this.#database, (tx) => doParts(tx, batch), 0);
      for (const settle of outcomes) settle();
      return true;
    } catch (error) {
      if (isUndone(error)) return false;
      // the commit may have come through
      for (const { reject } of batch) reject(error);
      return true;
    }
  }
}

/** Before the COMMIT was asked for, one of the works failed that may have changed something, or what was left for the end did. */
class Spoiled extends Error {
  override readonly name = "Spoiled";
}

/** Does all of them, whatever becomes of one, so that nothing is asked of a transaction that has ended. Gives their answers. */
async function doParts(tx: Tx, batch: readonly Waiting[]): Promise<(() => void)[]> {
  let spoiled: Spoiled | undefined;
  const spoil = (cause: unknown) =>
    (spoiled ??= new Spoiled("A work of a shared transaction failed.", { cause }));
  const outcomes = await Promise.all(
    batch.map(async ({ work, resolve, reject }) => {
      const part = tx.part();
      try {
        const value = await work(part);
        return () => {
          part.committed();
          resolve(value);
        };
      } catch (error) {
        const isHarmless = error instanceof ServiceError && !part.hasWritten;
        if (!isHarmless) spoil(error);
        return () => reject(error);
      }
    }),
  );
  if (spoiled === undefined) await tx.end().catch(spoil);
  if (spoiled !== undefined) throw spoiled;
  return outcomes;
}

/** What a server says of a packet that it did not read. */
const UNREAD = "ER_NET_PACKET_TOO_LARGE";

/**
 * Whether a transaction that failed has surely changed nothing: the database said so itself. A connection that is lost at
 * the COMMIT says nothing, also one between a proxy and the server, of which the proxy tells in the server's way.
 */
function isUndone(error: unknown): boolean {
  if (error instanceof Spoiled) return true;
  if (!(error instanceof QueryFailedError)) return false;
  const { fatal, code, errno = 0, sqlState, errcode } = error.driverError as DriverError;
  if (errcode !== undefined || code === UNREAD) return true;
  // the class of connections, and the numbers of what a client of a server finds
  const isOfConnection = sqlState?.startsWith("08") || (errno >= 2000 && errno < 3000);
  return fatal !== true && sqlState !== undefined && !isOfConnection;
}

interface DriverError {
  fatal?: boolean;
  code?: string;
  /** Of servers, with `sqlState`. */
  errno?: number;
  sqlState?: string;
  /** Of SQLite. */
  errcode?: number;
}
