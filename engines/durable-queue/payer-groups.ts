const MARK = "/";
/** The character that follows the mark in the order of characters. */
const BEHIND = "0";

/** Returns the group of a payer, which may be named `group/rest`; a payer without the mark is a group of its own. */
export function groupOf(payer: string): string {
  const end = payer.indexOf(MARK);
  return end === -1 ? payer : payer.slice(0, end);
}

/** Returns a text that sorts behind all payers of the payer's group, and before those of the next group. */
export const endOfGroup = (payer: string): string =>
  payer.includes(MARK) ? `${groupOf(payer)}${BEHIND}` : payer;

/** The divisor of both shares: the reserve is an eighth of all slots, and a group has at most an eighth of the other free slots. */
const PARTS = 8;

/**
 * Counts the slots that each group of payers has in this process, and limits them. A group takes another slot while it has fewer than
 * an eighth of the free slots beside a reserve. The reserve, an eighth of all slots, is for groups without a slot, each of which may
 * take one. So no number of payers of one group takes what others need, and forty greedy groups leave more than the reserve.
 */
export class GroupShares {
  readonly #slots: number;
  readonly #inHand: Map<string, number>;
  #free: number;

  constructor(slots: number, inHand: ReadonlyMap<string, number>) {
    this.#slots = slots;
    this.#inHand = new Map(inHand);
    this.#free = slots - [...inHand.values()].reduce((sum, count) => sum + count, 0);
  }

  static of(slots: number, payersInHand: readonly string[]): GroupShares {
    const groups = Map.groupBy(payersInHand, groupOf);
    return new GroupShares(slots, new Map([...groups].map(([group, { length }]) => [group, length])));
  }

  inHand(group: string): number {
    return this.#inHand.get(group) ?? 0;
  }

  hasRoom(group: string): boolean {
    const own = this.inHand(group);
    return own === 0 || own < Math.floor((this.#free - this.#slots / PARTS) / PARTS);
  }

  take(group: string): void {
    this.#inHand.set(group, this.inHand(group) + 1);
    this.#free -= 1;
  }

  copy(): GroupShares {
    return new GroupShares(this.#slots, this.#inHand);
  }
}
