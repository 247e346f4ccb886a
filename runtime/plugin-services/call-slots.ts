import { ServiceError } from "../../contracts/errors.js";

/** Calls of one service in hand in a process, those that were given up and do not end among them. */
const MOST = 200;
/** Of strangers together, so that accounts have the other half. */
const MOST_OF_STRANGERS = 100;
/** Of one account, or of one address without an account. */
const MOST_OF_ONE = 32;

/** How many calls of a service are in hand, and whose: one that hangs, or one caller, does not take it from the others. */
export class CallSlots {
  readonly #service: string;
  #of = new Map<string, number>();
  #all = 0;
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

  /** Counts a call until the given function is called. Throws `unavailable` where there are too many. */
  take(accountId: string | null, client: string): () => void {
    const caller = accountId === null ? `address ${client}` : `account ${accountId}`;
    const of = this.#of;
    const own = of.get(caller) ?? 0;
    const isStranger = accountId === null;
    if (own >= MOST_OF_ONE || this.#all >= MOST || (isStranger && this.#strangers >= MOST_OF_STRANGERS))
      throw new ServiceError(
        "unavailable",
        `The service ${this.#service} has too many calls in hand${own >= MOST_OF_ONE ? " from this caller" : ""}. Nothing was done; retry later.`,
        { details: { retryAfterSeconds: 2 } },
      );
    of.set(caller, own + 1);
    this.#all += 1;
    if (isStranger) this.#strangers += 1;
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      this.#all -= 1;
      if (isStranger) this.#strangers -= 1;
      const left = (of.get(caller) ?? 1) - 1;
      if (left === 0) of.delete(caller);
      else of.set(caller, left);
    };
  }
}
