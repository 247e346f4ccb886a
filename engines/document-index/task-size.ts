import type { DerivationKind } from "./derivation.js";
import { bytesIn } from "./memory.js";
import type { Tasks } from "./tasks.js";

type Sizes = { [K in DerivationKind]: (value: Tasks[K]["output"], input: Tasks[K]["input"]) => number };

/** Measured bytes of an array beside its buffer. */
const WORD = 100;

/** A column of one slot is used without a copy of its arrays. */
const isShared = ({ slots }: Tasks["view"]["input"]): boolean => slots.length === 1;

const sizes: Sizes = {
  view(value, input) {
    if (value.kind === "text" && !isShared(input)) return value.starts.byteLength + value.ends.byteLength;
    if (value.kind !== "code") return 0;
    return bytesIn(value.words) + WORD * value.words.length + (isShared(input) ? 0 : value.codes.byteLength);
  },
  exists: (bits) => bits.byteLength,
  order: (order) => order.byteLength,
  ranks: ({ checkpoints }) => checkpoints.byteLength,
  folded(value) {
    if (value === null) return 0;
    return value.heap.byteLength + value.starts.byteLength + (value.filter?.blocks.byteLength ?? 0);
  },
  match: (bits) => bits.byteLength,
  matchId: (bits) => bits.byteLength,
};

/**
 * Returns the bytes of a derived value, without those that it shares with its input. The value alone does not
 * show that, because memory that went through the worker comes back as another object.
 */
export function sizeOf<K extends DerivationKind>(
  kind: K,
  value: Tasks[K]["output"],
  input: Tasks[K]["input"],
): number {
  const size: Sizes[K] = sizes[kind];
  return size(value, input);
}
