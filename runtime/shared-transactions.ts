import { setImmediate } from "node:timers/promises";
import { QueryFailedError } from "typeorm";
import type { Database } from "./database.js";
import { currentDeadline, resumeDeadline, withoutDeadline } from "./deadline.js";
import { Line } from "./line.js";
import { SharedTransaction, Spoiled, type Waiting } from "./shared-transaction.js";
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

/** In bytes. */
export const LARGE_WORK = 64 * 1024;

/**
 * Works that would wait for each other anyway share a transaction, so that the server begins, orders and commits once
 * for several. One that comes alone has its own at once; what comes meanwhile goes together, in a transaction that begins
 * when that one comes to its end, or after a second. Each is answered after the commit. When anything fails that may have
 * changed something, all of it is rolled back and each work is done in a transaction of its own, where it meets only its own
 * failure.
 */
export class SharedTransactions {
  /** Each stands while its works are under way. */
  readonly #lines = new Map<string, Line>();
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** Like `transaction`; the work may also run beside others in it, and sees what they changed. */
  run<T>({ line: name, subject, bytes }: Together, work: (tx: Tx) => Promise<T>): Promise<T> {
    if (bytes > LARGE_WORK) return transaction(this.#database, work);
    const mine = Promise.withResolvers<unknown>();
    const line = this.#lines.get(name) ?? this.#begin(name);
    line.waiting.push({ subject, deadline: currentDeadline(), work, ...mine });
    withoutDeadline(() => line.goOn());
    return mine.promise as Promise<T>;
  }

  #begin(name: string): Line {
    const line: Line = new Line(
      (fill, ending) => this.#carry(line, fill, ending),
      () => this.#lines.delete(name),
    );
    this.#lines.set(name, line);
    return line;
  }

  async #carry(
    line: Line,
    fill: (shared: SharedTransaction) => Promise<void>,
    ending: () => void,
  ): Promise<() => Promise<void>> {
    const box: { shared?: SharedTransaction } = {};
    try {
      const outcomes = await transaction(
        this.#database,
        async (tx) => {
          const shared = new SharedTransaction(tx);
          box.shared = shared;
          await fill(shared);
          return shared.end(ending);
        },
        0,
      );
      return async () => {
        // the next transaction is sent on its way first
        await setImmediate();
        for (const settle of outcomes) settle();
      };
    } catch (error) {
      // without a connection, none was begun
      const works = box.shared?.works ?? line.waiting.splice(0);
      return async () => {
        if (isUndone(error)) await Promise.all(works.map((each) => this.#alone(each)));
        // the commit may have come through
        else for (const { reject } of works) reject(error);
      };
    }
  }

  #alone({ deadline, work, resolve, reject }: Waiting): Promise<void> {
    return resumeDeadline(deadline, () => transaction(this.#database, work)).then(resolve, reject);
  }
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
