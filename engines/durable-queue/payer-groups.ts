const MARK = "/";
/** The character behind the mark. */
const BEHIND = "0";

/** A payer may be named `group/rest`; one without the mark is a group of its own. */
export function groupOf(payer: string): string {
  const end = payer.indexOf(MARK);
  return end === -1 ? payer : payer.slice(0, end);
}

/** A text behind all payers of the payer's group, and before those of the next one, in the order of payers. */
export const endOfGroup = (payer: string): string =>
  payer.includes(MARK) ? `${groupOf(payer)}${BEHIND}` : payer;

/** The reserve is one of so many parts of all slots, and a group has at most one of so many parts of what else is free. */
const PARTS = 8;

/**
 * What the groups of payers have in hand in this process, and may have. A group takes another slot while it has less than an eighth of
 * what is free beside a reserve. The reserve, an eighth of all slots, is for groups that have nothing in hand, of which each may take
 * one. So no number of payers of one group takes what others need, and forty greedy groups leave more than the reserve.
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
