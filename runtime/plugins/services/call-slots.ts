import { ServiceError } from "../../../contracts/errors.js";

/** Calls of one service in hand in a process, those that were given up and do not end among them. */
const MOST = 200;
/** Of strangers together, so that accounts have the other half. */
const MOST_OF_STRANGERS = 100;
/** Of one account, or of one address without an account. */
const MOST_OF_ONE = 32;
const MB = 2 ** 20;
/** What the parameters of all calls in hand have together, about: they are in memory until their calls end. */
const MOST_BYTES = 64 * MB;
/** Of one account or address; the largest body fits. */
const MOST_BYTES_OF_ONE = 40 * MB;

interface Held {
  calls: number;
  bytes: number;
}
const NOTHING: Held = { calls: 0, bytes: 0 };

/** How many calls of a service are in hand, and whose: one that hangs, or one caller, does not take it from the others. */
export class CallSlots {
  readonly #service: string;
  #of = new Map<string, Held>();
  #all = 0;
  #bytes = 0;
  #strangers = 0;

  constructor(service: string) {
    this.#service = service;
  }

  get inHand(): number {
    return this.#all;
  }

  /**
   * For another version: calls of earlier ones that do not end stay among all, and a caller who has too many of those is let
   * in again, as the new version may be the one that ends.
   */
  renew(): void {
    this.#of = new Map();
  }

  /** Counts a call and its parameters until the given function is called. Throws `unavailable` where there are too many. */
  take(accountId: string | null, client: string, bytes = 0): () => void {
    const caller = accountId === null ? `address ${client}` : `account ${accountId}`;
    const of = this.#of;
    const own = of.get(caller) ?? NOTHING;
    const isStranger = accountId === null;
    const isTooMuchOfOne = own.calls >= MOST_OF_ONE || own.bytes + bytes > MOST_BYTES_OF_ONE;
    const isTooMuch = this.#all >= MOST || this.#bytes + bytes > MOST_BYTES;
    if (isTooMuchOfOne || isTooMuch || (isStranger && this.#strangers >= MOST_OF_STRANGERS))
      throw new ServiceError(
        "unavailable",
        `The service ${this.#service} has too many calls in hand${isTooMuchOfOne ? " from this caller" : ""}. Nothing was done; retry later.`,
        { details: { retryAfterSeconds: 2 } },
      );
    of.set(caller, { calls: own.calls + 1, bytes: own.bytes + bytes });
    this.#all += 1;
    this.#bytes += bytes;
    if (isStranger) this.#strangers += 1;
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      this.#all -= 1;
      this.#bytes -= bytes;
      if (isStranger) this.#strangers -= 1;
      const now = of.get(caller) ?? NOTHING;
      if (now.calls <= 1) of.delete(caller);
      else of.set(caller, { calls: now.calls - 1, bytes: now.bytes - bytes });
    };
  }
}
