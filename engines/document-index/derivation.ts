import type { SortKey } from "./condition.js";
import type { SegmentData } from "./columns.js";
import { type IndexPlan, slotsAlong } from "./index-plan.js";
import type { Tasks } from "./tasks.js";

/** A value that is computed from a segment when a query first needs it. `chain` is that of the query. */
export type Derivation =
  | OfField<"view">
  | OfField<"exists">
  | OfField<"ranks">
  | OfField<"folded">
  | { kind: "match"; field: string; chain: readonly string[]; text: string }
  | { kind: "matchId"; text: string }
  | { kind: "order"; sort: readonly SortKey[]; chain: readonly string[] };

interface OfField<K> {
  kind: K;
  field: string;
  chain: readonly string[];
}

export type DerivationKind = Derivation["kind"];
export type Of<K extends DerivationKind> = Extract<Derivation, { kind: K }>;

export interface DerivedFrom {
  plan: IndexPlan;
  data: SegmentData;
}

/** Returns a derived value, or undefined when it is not there. */
type Get = <K extends "view" | "folded" | "order">(derivation: Of<K>) => Tasks[K]["output"] | undefined;

function columnOf({ plan, data }: DerivedFrom, name: string) {
  const field = plan.fields.find((one) => one.name === name);
  const column = data.columns.get(name);
  if (field === undefined || column === undefined) throw new TypeError(`The index has no field "${name}".`);
  return { field, column };
}

const viewOf = (field: string, chain: readonly string[]): Of<"view"> => ({ kind: "view", field, chain });
const foldedOf = (field: string, chain: readonly string[]): Of<"folded"> => ({
  kind: "folded",
  field,
  chain,
});
const ascending = (field: string, chain: readonly string[]): Of<"order"> => ({
  kind: "order",
  sort: [{ field, isDescending: false }],
  chain,
});

/**
 * The documents are in the order of their ids from the start, so the id as a key only reverses that order.
 */
const keysBeforeId = (sort: readonly SortKey[]) => sort.filter(({ field }) => field !== "_id");

/** Lists the derivations that must be there before this one is computed. */
export function needsOf(derivation: Derivation): Derivation[] {
  switch (derivation.kind) {
    case "view":
    case "exists":
    case "matchId":
      return [];
    case "folded":
      return [viewOf(derivation.field, derivation.chain)];
    case "match":
      return [viewOf(derivation.field, derivation.chain), foldedOf(derivation.field, derivation.chain)];
    case "ranks":
      return [viewOf(derivation.field, derivation.chain), ascending(derivation.field, derivation.chain)];
    case "order":
      return keysBeforeId(derivation.sort).map(({ field }) => viewOf(field, derivation.chain));
  }
}

/** Returns the input of a derivation; undefined while a part of it is not there. */
export function inputOf(
  from: DerivedFrom,
  derivation: Derivation,
  get: Get,
): Tasks[DerivationKind]["input"] | undefined {
  const { count } = from.data;
  switch (derivation.kind) {
    case "view":
    case "exists": {
      const { field, column } = columnOf(from, derivation.field);
      return { column, slots: slotsAlong(field, derivation.chain), count };
    }
    case "matchId":
      return { ids: from.data.ids, text: derivation.text, count };
    case "folded": {
      const view = get(viewOf(derivation.field, derivation.chain));
      return view && { view, count };
    }
    case "match": {
      const view = get(viewOf(derivation.field, derivation.chain));
      const folded = get(foldedOf(derivation.field, derivation.chain));
      return view && folded !== undefined ? { view, folded, text: derivation.text, count } : undefined;
    }
    case "ranks": {
      const view = get(viewOf(derivation.field, derivation.chain));
      const order = get(ascending(derivation.field, derivation.chain));
      return view && order && { view, order, count };
    }
    case "order": {
      const { sort, chain } = derivation;
      const keys = keysBeforeId(sort).flatMap(({ field, isDescending }) => {
        const view = get(viewOf(field, chain));
        return view === undefined ? [] : [{ view, isDescending }];
      });
      if (keys.length < keysBeforeId(sort).length) return undefined;
      const isReversed = sort.some(({ field, isDescending }) => field === "_id" && isDescending);
      return { keys, isReversed, count };
    }
  }
}
