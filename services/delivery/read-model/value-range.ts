import type { Comparison, Operand } from "../query/condition.js";
import type { Key, KeyView } from "./key-view.js";
import { countBelow, type Ranks } from "./ranks.js";

/** An operand as views have it. */
export const keyFor = (value: Operand): Key =>
  typeof value === "string" ? Buffer.from(value) : Number(value);

/** The places of the values that compare so with the key, in ascending order. */
export const rangeOf = (ranks: Ranks, view: KeyView, operator: Comparison, key: Key): [number, number] =>
  between(
    operator,
    operator === "lte" || operator === "gt" ? 0 : countBelow(ranks, view, key, false),
    operator === "lt" || operator === "gte" ? 0 : countBelow(ranks, view, key, true),
    ranks.present,
  );

/** Of `count` values in order, `below` are smaller and `upTo` not greater than the operand. */
export function between(operator: Comparison, below: number, upTo: number, count: number): [number, number] {
  switch (operator) {
    case "eq":
      return [below, upTo];
    case "lt":
      return [0, below];
    case "lte":
      return [0, upTo];
    case "gt":
      return [upTo, count];
    case "gte":
      return [below, count];
  }
}
