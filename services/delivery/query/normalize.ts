import type { Condition, Operand } from "./condition.js";

/** The conditions of an `and` or `or` in one order, nested ones of the same kind lifted, each once. */
function gather(kind: "and" | "or", conditions: readonly Condition[]): Condition[] {
  const byText = new Map<string, Condition>();
  for (const condition of conditions.flatMap((one) => (one.kind === kind ? one.of : [one])))
    byText.set(JSON.stringify(condition), condition);
  return [...byText].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, condition]) => condition);
}

/** All of them, in normal form; none: everything. */
export function makeConjunction(conditions: readonly Condition[]): Condition {
  const of = gather("and", conditions).filter(({ kind }) => kind !== "every");
  return of.length > 1 ? { kind: "and", of } : (of[0] ?? { kind: "every" });
}

/** At least one of them, in normal form. */
export function makeDisjunction(conditions: readonly Condition[]): Condition {
  const of = gather("or", conditions);
  if (of.some(({ kind }) => kind === "every")) return { kind: "every" };
  return of.length > 1 ? { kind: "or", of } : (of[0] ?? makeNegation({ kind: "every" }));
}

/** The exact opposite, in normal form. */
export const makeNegation = (of: Condition): Condition => (of.kind === "not" ? of.of : { kind: "not", of });

/** One of at least one value, in normal form; all of them have one type. */
export function makeMembership(field: string, values: readonly Operand[]): Condition {
  const each = [...new Set(values)].sort((a, b) => (a < b ? -1 : 1));
  const [only] = each;
  return each.length === 1 && only !== undefined
    ? { kind: "compare", field, operator: "eq", value: only }
    : { kind: "in", field, values: each };
}
