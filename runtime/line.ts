import type { SharedTransaction, Waiting } from "./shared-transaction.js";
import { within } from "./within.js";

/** So long a line waits for what is under way: that may wait for something that nobody else needs, such as a document's row. */
const HELD_MS = 1000;
/** How often a line goes on like that; what is under way has connections. */
const MOST_AT_ONCE = 4;

/**
 * Does works in a transaction: `fill` begins them in it, and settles when no more are taken in; `ending` is to be called
 * when only what they left for the end is to be written. Settles when the transaction is over, with what is to be done then.
 */
export type Carry = (
  fill: (shared: SharedTransaction) => Promise<void>,
  ending: () => void,
) => Promise<() => Promise<void>>;

/** Works that share transactions: those that wait, and the transactions of theirs that are under way. */
export class Line {
  readonly waiting: Waiting[] = [];
  /** It takes works in. */
  #open: SharedTransaction | null = null;
  #underWay = 0;
  /** Whether the newest transaction has not come to its end yet: only then does another one begin. */
  #isHeld = false;
  /** Settles when the newest transaction is over. */
  #newest: Promise<void> = Promise.resolve();
  readonly #carry: Carry;
  readonly #over: () => void;

  /** `over` is called when nothing waits or is under way. */
  constructor(carry: Carry, over: () => void) {
    this.#carry = carry;
    this.#over = over;
  }

  /** Begins what may begin. */
  goOn(): void {
    this.#open?.takeFrom(this.waiting);
    if (this.waiting.length === 0 || this.#isHeld || this.#underWay === MOST_AT_ONCE) return;
    this.#isHeld = true;
    this.#underWay += 1;
    const before = this.#underWay > 1 ? within(HELD_MS, this.#newest) : null;
    const ended = Promise.withResolvers<void>();
    const carried = this.#carry((shared) => this.#fill(shared, before), ended.resolve);
    this.#newest = carried.then(() => ended.resolve());
    void within(HELD_MS, ended.promise).then(() => {
      this.#isHeld = false;
      this.goOn();
    });
    void carried
      .then((finish) => finish())
      .then(() => {
        this.#underWay -= 1;
        this.goOn();
        if (this.#underWay === 0 && this.waiting.length === 0) this.#over();
      });
  }

  /**
   * While a transaction is being committed, the works of the next one read, lock and write; more are taken in as long as the
   * first of them are not through. It can only end after the one before, for both change what orders them.
   */
  async #fill(shared: SharedTransaction, before: Promise<void> | null): Promise<void> {
    shared.takeFrom(this.waiting);
    if (before === null) return;
    this.#open = shared;
    const written = shared.write();
    await Promise.race([before, written]);
    if (this.#open === shared) this.#open = null;
    await Promise.all([before, written]);
  }
}
