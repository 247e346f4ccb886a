import { AsyncLocalStorage } from "node:async_hooks";
import { QueryFailedError } from "typeorm";
import { Batches, type BatchesOptions, type Outcome } from "../../engines/batch-writer/batches.js";
import { LOST_COMMIT } from "./server/cluster-errors.js";
import type { Database } from "./database.js";
import { currentDeadline, type Deadline, resumeDeadline } from "../actions/deadline.js";
import { transaction, type Tx } from "./transaction.js";

export type { Outcome } from "../../engines/batch-writer/batches.js";

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

/** What a server says of a packet that it did not read. */
const UNREAD = "ER_NET_PACKET_TOO_LARGE";

/**
 * Whether a transaction that failed has surely changed nothing: the database said so itself. A connection that is lost at
 * the COMMIT says nothing, also one between a proxy and the server, of which the proxy tells in the server's way.
 */
function isUndone(error: unknown): boolean {
  if (!(error instanceof QueryFailedError)) return false;
  const { fatal, code, errno = 0, sqlState, errcode } = error.driverError as DriverError;
  if (errcode !== undefined || code === UNREAD) return true;
  // the class of connections, and the numbers of what a client of a server finds
  const isOfConnection = sqlState?.startsWith("08") || (errno >= 2000 && errno < 3000);
  if (code !== undefined && LOST_COMMIT.has(code)) return false;
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
