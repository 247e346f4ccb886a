import * as Y from "yjs";
import { applyText } from "./apply-text.js";

/**
 * An item that leaves its place in a list, and the item that stands for it elsewhere in that list, which is
 * null where that value is plain.
 */
export interface Departure {
  from: Y.AbstractType<unknown>;
  to: Y.AbstractType<unknown> | null;
}

/**
 * The most items that one save moves and that are followed. A save that reorders longer lists moves items
 * that nobody writes in.
 */
const MAX_FOLLOWED = 500;

/** The moves of one save. Items that depart stay in their lists until all of the save is written. */
export class Departures {
  readonly #followed: Departure[] = [];
  #left = MAX_FOLLOWED;
  /** True when the save put a value of another kind in the place of a shared entry, into which somebody may be writing. */
  hasReplaced = false;

  /** `writeText` changes the texts of the save: by one replacement each, unless told otherwise. */
  constructor(readonly writeText: (text: Y.Text, after: string) => void = applyText) {}

  get all(): readonly Departure[] {
    return this.#followed;
  }

  /**
   * Finds the removed items of a list that come back elsewhere in it: returns the place in `before` by the
   * place in `after`. Items are compared by `tokens`, and only shared ones are followed, because nobody
   * writes into plain ones.
   */
  match(
    before: { tokens: readonly string[]; shared: readonly unknown[]; isKept: (i: number) => boolean },
    after: { tokens: readonly string[]; isKept: (j: number) => boolean },
  ): ReadonlyMap<number, number> {
    const free = new Map<string, number[]>();
    for (const [i, token] of before.tokens.entries())
      if (!before.isKept(i) && before.shared[i] instanceof Y.AbstractType) {
        const same = free.get(token);
        if (same) same.push(i);
        else free.set(token, [i]);
      }
    const moves = new Map<number, number>();
    for (const [j, token] of after.tokens.entries()) {
      const from = after.isKept(j) || this.#left === 0 ? undefined : free.get(token)?.shift();
      if (from === undefined) continue;
      this.#left -= 1;
      moves.set(j, from);
    }
    return moves;
  }

  note(from: unknown, to: unknown): void {
    if (!(from instanceof Y.AbstractType)) return;
    this.#followed.push({ from, to: to instanceof Y.AbstractType ? to : null });
  }
}
