import { LongQueue } from "../../runtime/http/long-queue.js";
import { loopTurns } from "../../runtime/process/loop-turns.js";

/**
 * The limits of reading drafts for requests about translations. A draft may have 4 MB, so two are read at once in a
 * process, and one of each account.
 */
const LIMITS = { atOnce: 2, ofAccount: 1, waiting: 32, waitMs: 4_500 };

interface DraftTurn {
  accountId: string;
  signal?: AbortSignal;
  /** True for a request that may last, and for one that has begun: it waits however long it takes. */
  isPatient?: boolean;
}

/** The turns in which requests about translations read drafts; what they read is gone at the end of the turn. */
export class DraftTurns {
  readonly #queue = new LongQueue(() => true, LIMITS);

  /**
   * Does work when the account's turn has come. Throws `unavailable` after a long wait, or where many of the
   * account's requests wait already.
   */
  async take<T>({ accountId, signal, isPatient = false }: DraftTurn, work: () => Promise<T>): Promise<T> {
    const turn = await this.#queue.begin(accountId, { signal: signal ?? null, isPatient });
    try {
      // A draft that is at hand at once would otherwise be read and parsed in the turn of the loop that ends the one
      // before it. A turn that begins here also counts the parsing for `loopTurns.pause`.
      await new Promise<void>((go) => loopTurns.wait(go));
      return await work();
    } finally {
      turn.end();
    }
  }
}

/** The turns of this process. */
export const draftTurns = new DraftTurns();
