/** A value that a condition compares with: text unchanged, instants in milliseconds. */
export type Operand = string | number | boolean;

const COMPARISONS = ["eq", "lt", "lte", "gt", "gte"] as const;
export type Comparison = (typeof COMPARISONS)[number];

/**
 * A filter that was checked against a schema, in one normal form: `ne` is the negation of `eq`, `exists:
 * false` that of `exists`, and several operators or fields are an `and`. Comparisons on absent values are
 * false.
 */
export type Condition =
  | { kind: "every" }
  | { kind: "and" | "or"; of: readonly Condition[] }
  | { kind: "not"; of: Condition }
  | { kind: "compare"; field: string; operator: Comparison; value: Operand }
  | { kind: "in"; field: string; values: readonly Operand[] }
  /** `text` is folded already. */
  | { kind: "contains"; field: string; text: string }
  /** True for a value that is not empty. A field that is not localized can be present with the value ''. */
  | { kind: "exists"; field: string };

export interface SortKey {
  field: string;
  isDescending: boolean;
}

/** A condition on one field. */
type FieldCondition = Extract<Condition, { field: string }>;

/** Lists the conditions on single fields within a condition. */
function fieldConditions(condition: Condition): readonly FieldCondition[] {
  switch (condition.kind) {
    case "every":
      return [];
    case "and":
    case "or":
      return condition.of.flatMap(fieldConditions);
    case "not":
      return fieldConditions(condition.of);
    default:
      return [condition];
  }
}

/** Returns the name of every field in a condition. */
export const fieldsOf = (condition: Condition): string[] =>
  fieldConditions(condition).map(({ field }) => field);

/** Returns the fields whose values a condition compares; `exists` compares no value. */
export const comparedFields = (condition: Condition): string[] =>
  fieldConditions(condition)
    .filter(({ kind }) => kind !== "exists")
    .map(({ field }) => field);

/**
 * Returns the conditions of an `and` or `or` in one order, with nested ones of the same kind lifted, each
 * once.
 */
function gather(kind: "and" | "or", conditions: readonly Condition[]): Condition[] {
  const byText = new Map<string, Condition>();
  for (const condition of conditions.flatMap((one) => (one.kind === kind ? one.of : [one])))
    byText.set(JSON.stringify(condition), condition);
  return [...byText].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, condition]) => condition);
}

/** Returns the condition that all of them hold, in normal form; an empty list matches everything. */
export function makeConjunction(conditions: readonly Condition[]): Condition {
  const of = gather("and", conditions).filter(({ kind }) => kind !== "every");
  return of.length > 1 ? { kind: "and", of } : (of[0] ?? { kind: "every" });
}

/** Returns the condition that at least one of them holds, in normal form. */
export function makeDisjunction(conditions: readonly Condition[]): Condition {
  const of = gather("or", conditions);
  if (of.some(({ kind }) => kind === "every")) return { kind: "every" };
  return of.length > 1 ? { kind: "or", of } : (of[0] ?? makeNegation({ kind: "every" }));
}

/** Returns the exact opposite of a condition, in normal form. */
export const makeNegation = (of: Condition): Condition => (of.kind === "not" ? of.of : { kind: "not", of });

/**
 * Returns the condition that a field equals one of the values, of which there is at least one. The list is in
 * normal form, and all values have one type.
 */
export function makeMembership(field: string, values: readonly Operand[]): Condition {
  const each = [...new Set(values)].sort((a, b) => (a < b ? -1 : 1));
  const [only] = each;
  return each.length === 1 && only !== undefined
    ? { kind: "compare", field, operator: "eq", value: only }
    : { kind: "in", field, values: each };
}
