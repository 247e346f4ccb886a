import type { ServerResponse } from "node:http";
import type { Auth } from "../../contracts/auth.js";
import { ServiceError } from "../../contracts/errors.js";
import type { LongQueue, LongTurn } from "../../runtime/http/long-queue.js";

/** The answer of a message, and who asked for it. */
export interface Answering {
  auth: Auth;
  res: ServerResponse;
  /** Tells whether the credential still holds. */
  isStillValid(): Promise<boolean>;
}

/**
 * The turn of a message whose answer may be long, in the queue in which the account's reads by REST wait (rules/mcp 26). A
 * message without a long read does not queue.
 */
export class AnswerTurn {
  readonly #queue: LongQueue;
  readonly #answering: Answering;
  #begun: Promise<void> | null = null;
  #turn: LongTurn | null = null;
  /** The number of calls that run. Their results may still come when the client has left. */
  #calls = 0;
  #isOver = false;

  constructor(queue: LongQueue, answering: Answering) {
    this.#queue = queue;
    this.#answering = answering;
  }

  /**
   * Waits for the turn, which lasts until the answer is made; a message that has it goes on at once. Throws `unavailable`
   * where many others of the account come first, and `unauthenticated` where the credential ended meanwhile.
   */
  begin(signal: AbortSignal): Promise<void> {
    return (this.#begun ??= this.#begin(signal));
  }

  async #begin(signal: AbortSignal): Promise<void> {
    const { auth, isStillValid } = this.#answering;
    const turn = await this.#queue.begin(auth.accountId, { signal }).catch((error: unknown) => {
      throw signal.aborted ? new ServiceError("unavailable", "The caller has left.") : error;
    });
    this.#turn = turn;
    this.#endIfOver();
    if (turn.hasWaited && !(await isStillValid())) throw new ServiceError("unauthenticated");
  }

  /** Makes a call. The turn does not end before its result is there. */
  async during<T>(call: () => Promise<T>): Promise<T> {
    this.#calls += 1;
    try {
      return await call();
    } finally {
      this.#calls -= 1;
      this.#endIfOver();
    }
  }

  /**
   * Ends the turn when the text of the answer is there. Its bytes count for the account until they are read. An event of
   * progress, which is sent while a call runs, does not end the turn.
   */
  made(bytes: number): void {
    if (this.#calls > 0) return;
    this.#turn?.made(bytes, this.#answering.res);
  }

  /** Ends the turn, or has it end with the last call that still runs. */
  end(): void {
    this.#isOver = true;
    this.#endIfOver();
  }

  #endIfOver(): void {
    if (this.#isOver && this.#calls === 0) this.#turn?.end();
  }
}
