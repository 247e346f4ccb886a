import { randomKey } from "../sdk/random-key.js";

/** An order that got no answer yet, as a text, its `Idempotency-Key`, and the time at which it was first sent. */
interface Kept {
  text: string;
  key: string;
  at: number;
}

/** Number of orders that are kept; the oldest ones go first. */
const MOST = 50;
/** The time after which an equal order is meant as another one, in milliseconds. */
const REPEAT_MS = 10 * 60_000;

/** The place of this tab in which orders outlive a reload. */
export interface Place {
  read: () => string | null;
  write: (text: string) => void;
}

/**
 * Orders that spend credits. An order that is repeated before it was answered carries the same key, so that
 * nobody pays twice (rules/console 11); a reload of the page and another page in between change nothing. A
 * refused order keeps its key too: the service remembers only what it did. After ten minutes an equal order is
 * a new one.
 */
export class KeptOrders {
  #kept: readonly Kept[];
  readonly #place: Place;
  readonly #now: () => number;

  constructor(place: Place, now: () => number = Date.now) {
    this.#now = now;
    this.#place = place;
    this.#kept = read(place);
  }

  /** Sends an order with its key, and forgets the key when the order succeeds. */
  async send<Result>(order: readonly unknown[], send: (key: string) => Promise<Result>): Promise<Result> {
    const text = JSON.stringify(order);
    const now = this.#now();
    const recent = this.#kept.filter(({ at }) => Math.abs(now - at) < REPEAT_MS);
    const known = recent.find((one) => one.text === text);
    const key = known?.key ?? randomKey();
    if (known === undefined) this.#keep([...recent.slice(1 - MOST), { text, key, at: now }]);
    const result = await send(key);
    this.#keep(this.#kept.filter((one) => one.key !== key));
    return result;
  }

  #keep(kept: readonly Kept[]): void {
    this.#kept = kept;
    try {
      this.#place.write(JSON.stringify(kept));
    } catch {
      // The browser has no room: the keys last as long as the page.
    }
  }
}

function read(place: Place): readonly Kept[] {
  try {
    return JSON.parse(place.read() ?? "[]") as Kept[];
  } catch {
    return [];
  }
}

const NAME = "kiln-orders";

/** The orders of this tab. */
export const orders = new KeptOrders({
  read: () => sessionStorage.getItem(NAME),
  write: (text) => sessionStorage.setItem(NAME, text),
});
