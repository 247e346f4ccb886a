import { ServiceError } from "../../../contracts/errors.js";
import { currentDeadline } from "../../../runtime/concurrency/current-call.js";

/**
 * The times that a draft is computed for one save, before others who are faster each time make it a conflict. Processes that
 * save one document at the same time lose a turn to each other.
 */
const MOST_TIMES = 10;

/**
 * The refusal of work that needs a thread and was asked for inside a transaction, which would hold its connection meanwhile.
 * The transaction is rolled back, and `outsideTransactions` has the work done before the next one.
 */
export class NeedsThread extends ServiceError {
  constructor() {
    super(
      "conflict",
      "Others changed the document or its type each time that this change was computed: nothing is saved. Send it again.",
      { details: { isConflict: true } },
    );
  }
}

/**
 * Repeats work that computes something and uses it in a transaction, after the transaction found that it no longer fits
 * what is stored. `work` gets how often it has run, from 1 on. Throws `conflict` when that happens too often, and the refusal of a call that is over.
 */
export async function outsideTransactions<T>(work: (times: number) => Promise<T>): Promise<T> {
  for (let times = 1; ; times += 1) {
    try {
      return await work(times);
    } catch (error) {
      if (!(error instanceof NeedsThread) || times >= MOST_TIMES) throw error;
      currentDeadline()?.refuseLate();
    }
  }
}
