import type { ActionContext } from "../actions/context.js";
import { type LongLimits, LongQueue } from "./long-queue.js";

/** Results of up to this size in bytes are read at once. */
export const SHORT_RESULT = 2 ** 20;

const LIMITS = { atOnce: 2, ofAccount: 1, waiting: 32, waitMs: 4_500 };

/**
 * The queue of results whose size an action measures before it reads them. Their routes are not `long`, because most of their
 * results are short: many may be asked for at once, and none of them is refused (rules/edge 54).
 */
export class LongResults {
  readonly #queue: LongQueue;

  constructor(limits: Partial<LongLimits> = {}) {
    this.#queue = new LongQueue(() => true, { ...LIMITS, ...limits });
  }

  /**
   * Reads a result of about so many bytes: one of over 1 MB in the account's turn, a short one at once. Throws `unavailable`
   * after a long wait, or where many long ones of the account wait.
   */
  async read<T>(
    { auth, signal }: Pick<ActionContext, "auth" | "signal">,
    bytes: number,
    work: () => Promise<T>,
  ): Promise<T> {
    if (bytes <= SHORT_RESULT) return work();
    const turn = await this.#queue.begin(auth.accountId, { signal });
    try {
      return await work();
    } finally {
      turn.end();
    }
  }
}

/** The long results that this process reads. */
export const longResults = new LongResults();
