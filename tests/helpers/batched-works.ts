import { ServiceError } from "../../contracts/errors.js";
import type { Scheduler } from "../../engines/batch-writer/index.js";
import { BatchedTransactions, type Outcome, type Tx } from "../../runtime/database/transaction.js";
import type { Database } from "../../runtime/database/database.js";

type Work<T> = (tx: Tx) => Promise<T>;
interface Asked {
  subject: string | null;
  work: Work<unknown>;
}

/** Runs works that share transactions, one after the other in each. A work that throws a ServiceError is refused alone. */
export class BatchedWorks {
  readonly #batches: BatchedTransactions<Asked, unknown>;

  constructor(
    database: Database,
    { patienceMs = 1000, scheduler }: { patienceMs?: number; scheduler?: Scheduler } = {},
  ) {
    this.#batches = new BatchedTransactions(database, {
      write: (tx, _key, asked) => doAll(tx, asked),
      limits: { requests: 16, weight: 1, running: 4, patienceMs },
      subjectOf: ({ subject }) => subject,
      ...(scheduler !== undefined && { scheduler }),
    });
  }

  async run<T>(key: string, work: Work<T>, subject: string | null = null): Promise<T> {
    return (await this.#batches.submit(key, { subject, work })) as T;
  }
}

async function doAll(tx: Tx, asked: readonly Asked[]): Promise<Outcome<unknown>[]> {
  const outcomes: Outcome<unknown>[] = [];
  for (const { work } of asked)
    try {
      outcomes.push({ value: await work(tx) });
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      outcomes.push({ refusal: error });
    }
  return outcomes;
}
