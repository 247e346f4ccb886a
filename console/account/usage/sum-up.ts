import type { Entry } from "../queries.js";
import { dayOf } from "./days.js";

/** The property of a ledger entry by which spending is grouped. */
export type By = "model" | "person" | "kind" | "project";

/** The credits that one group cost, in all and on each day. */
export interface Part {
  id: string;
  spent: number;
  days: ReadonlyMap<string, number>;
}
export interface Spending {
  spent: number;
  days: ReadonlyMap<string, number>;
  /** The parts, the dearest first. */
  parts: readonly Part[];
}

/** Id of the part that sums up all parts that the chart does not show separately. */
export const REST = "rest";

/**
 * Kinds of entries that bring credits and are no spending. A refund of a price is not among them: it lessens
 * the spending.
 */
const ARRIVALS: ReadonlySet<Entry["kind"]> = new Set([
  "topup",
  "monthly_grant",
  "adjustment",
  "plugin_payout",
]);

/**
 * Returns the id of the part that an entry belongs to; by model, an entry without a generation counts under
 * its kind.
 */
function partOf(entry: Entry, by: By): string {
  switch (by) {
    case "model":
      return entry.kind === "generation" ? (entry.note ?? entry.kind) : entry.kind;
    case "person":
      return entry.actorEmail ?? "";
    case "project":
      return entry.projectId ?? "";
    case "kind":
      return entry.kind;
  }
}

/** Sums up the spending on some days. Two or more parts after the dearest `most` become the one part REST. */
export function sumUp(
  entries: readonly Entry[],
  { by, days, most }: { by: By; days: readonly string[]; most: number },
): Spending {
  const wanted = new Set(days);
  const all = new Map<string, number>();
  const parts = new Map<string, Map<string, number>>();
  for (const entry of entries) {
    const day = dayOf(entry.createdAt);
    if (ARRIVALS.has(entry.kind) || !wanted.has(day)) continue;
    add(all, day, -entry.deltaCredits);
    const id = partOf(entry, by);
    const part = parts.get(id) ?? new Map<string, number>();
    parts.set(id, part);
    add(part, day, -entry.deltaCredits);
  }
  const ranked = [...parts]
    .map(([id, spent]) => ({ id, spent: total(spent), days: spent }))
    .sort((one, other) => other.spent - one.spent);
  const rest = ranked.slice(most);
  return {
    spent: total(all),
    days: all,
    parts: rest.length < 2 ? ranked : [...ranked.slice(0, most), restOf(rest)],
  };
}

function restOf(parts: readonly Part[]): Part {
  const days = new Map<string, number>();
  for (const part of parts) for (const [day, spent] of part.days) add(days, day, spent);
  return { id: REST, spent: total(days), days };
}

const add = (sums: Map<string, number>, key: string, value: number) =>
  sums.set(key, (sums.get(key) ?? 0) + value);
const total = (sums: ReadonlyMap<string, number>) =>
  [...sums.values()].reduce((sum, value) => sum + value, 0);
