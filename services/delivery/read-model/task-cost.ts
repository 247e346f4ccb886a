import { searchedBytes } from "./find-text.js";
import type { ViewedKey } from "./sort-documents.js";
import type { TaskKind, Tasks } from "./tasks.js";

type Costs = { [K in TaskKind]: (input: Tasks[K]["input"]) => number };

/** By measurement, in nanoseconds. */
const costs: Costs = {
  view: ({ count }) => 10 * count,
  exists: ({ count }) => 4 * count,
  order: ({ count, keys }) => count * keys.reduce((sum, key) => sum + sortCost(key), 4),
  ranks: ({ count }) => 15 * count,
  folded: ({ count }) => 250 * count,
  match: ({ folded, text, count }) => (folded === null ? count : 1.5 * searchedBytes(folded, text)),
  matchId: ({ count }) => 400 * count,
  merge: ({ count }) => 2000 * count,
};

const sortCost = ({ view }: ViewedKey): number => (view.kind === "text" ? 900 : 80);

/** About how many nanoseconds a task takes. */
export function costOf<K extends TaskKind>(kind: K, input: Tasks[K]["input"]): number {
  const cost: Costs[K] = costs[kind];
  return cost(input);
}
