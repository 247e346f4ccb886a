import { ServiceError } from "../../../contracts/errors.js";

/** The limit of running calls of one service in a process. Abandoned calls count until they end. */
const MOST = 200;
/** The limit for all anonymous callers together, so that accounts have the other half. */
const MOST_OF_ANONYMOUS = 100;
/** The limit for one account, or for the anonymous callers of one address. */
const MOST_OF_ONE = 32;
const MB = 2 ** 20;
/**
 * The limit of the approximate bytes of the parameters of all running calls. They stay in memory until the
 * calls end.
 */
const MOST_BYTES = 64 * MB;
/** The limit of bytes for one account or address; the largest body fits into it. */
const MOST_BYTES_OF_ONE = 40 * MB;

interface Usage {
  calls: number;
  bytes: number;
}
const NOTHING: Usage = { calls: 0, bytes: 0 };

/**
 * Counts the running calls of a service by caller, so that neither a hanging call nor one caller takes all
 * slots from the others.
 */
export class CallSlots {
  readonly #service: string;
  #of = new Map<string, Usage>();
  #all = 0;
  #bytes = 0;
  #anonymous = 0;

  constructor(service: string) {
    this.#service = service;
  }

  get inHand(): number {
    return this.#all;
  }

  /**
   * Starts the count of each caller anew for a new version. Unended calls of earlier versions still count
   * towards the total, but a caller who has too many of them is admitted again, because the new version may
   * be the one whose calls end.
   */
  renew(): void {
    this.#of = new Map();
  }

  /**
   * Counts a call and its parameters until the returned function is called. Throws `unavailable` if there are
   * too many.
   */
  take(accountId: string | null, client: string, bytes = 0): () => void {
    const caller = accountId === null ? `address ${client}` : `account ${accountId}`;
    const of = this.#of;
    const own = of.get(caller) ?? NOTHING;
    const isAnonymous = accountId === null;
    const isTooMuchOfOne = own.calls >= MOST_OF_ONE || own.bytes + bytes > MOST_BYTES_OF_ONE;
    const isTooMuch = this.#all >= MOST || this.#bytes + bytes > MOST_BYTES;
    if (isTooMuchOfOne || isTooMuch || (isAnonymous && this.#anonymous >= MOST_OF_ANONYMOUS))
      throw new ServiceError(
        "unavailable",
        `The service ${this.#service} has too many calls in progress${isTooMuchOfOne ? " from this caller" : ""}. Nothing was done; retry later.`,
        { details: { retryAfterSeconds: 2 } },
      );
    of.set(caller, { calls: own.calls + 1, bytes: own.bytes + bytes });
    this.#all += 1;
    this.#bytes += bytes;
    if (isAnonymous) this.#anonymous += 1;
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      this.#all -= 1;
      this.#bytes -= bytes;
      if (isAnonymous) this.#anonymous -= 1;
      const now = of.get(caller) ?? NOTHING;
      if (now.calls <= 1) of.delete(caller);
      else of.set(caller, { calls: now.calls - 1, bytes: now.bytes - bytes });
    };
  }
}
