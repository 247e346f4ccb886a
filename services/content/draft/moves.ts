import type * as Y from "yjs";

/** An item, and the item that stands for it since a save moved it. */
export interface Move {
  from: Y.ID;
  to: Y.ID;
  /** The time of the move, in milliseconds since the epoch. */
  at: number;
}

const keyOf = ({ client, clock }: Y.ID): string => `${client} ${clock}`;

/**
 * Returns a function that finds the item that stands for a moved one now, which may have been moved again.
 * Each move is followed once, however many others lead through it. A circle, which only a damaged list can
 * have, ends where it is entered.
 */
export function successorsOf(moves: readonly Move[]): (move: Move) => Y.ID {
  const next = new Map<string, Y.ID>();
  for (const { from, to } of moves) next.set(keyOf(from), to);
  const last = new Map<string, Y.ID>();
  return ({ to }) => {
    const passed = new Set<string>();
    let end = to;
    for (let key = keyOf(end); !passed.has(key); key = keyOf(end)) {
      passed.add(key);
      end = last.get(key) ?? next.get(key) ?? end;
    }
    for (const key of passed) last.set(key, end);
    return end;
  };
}

/** The checks whether an item of a move is still in the twin, and in the draft. */
export interface StillThere {
  inTwin(id: Y.ID): boolean;
  inDraft(id: Y.ID): boolean;
}

/**
 * Returns the newest `most` moves after `after` whose items are still there, and the other moves. The cost is
 * linear in their number.
 */
export function partMoves(
  moves: readonly Move[],
  { inTwin, inDraft }: StillThere,
  { after, most }: { after: number; most: number },
): { kept: Move[]; gone: Move[] } {
  const successor = successorsOf(moves);
  const present = moves.filter((move) => move.at > after && inTwin(move.from) && inDraft(successor(move)));
  const kept = present.slice(-most);
  const isKept = new Set(kept);
  return { kept, gone: moves.filter((move) => !isKept.has(move)) };
}
