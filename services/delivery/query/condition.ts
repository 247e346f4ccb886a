/** What a condition compares with: text as it is, instants in milliseconds. */
export type Operand = string | number | boolean;

const COMPARISONS = ["eq", "lt", "lte", "gt", "gte"] as const;
export type Comparison = (typeof COMPARISONS)[number];

/**
 * A filter, checked against a schema and in one normal form: `ne` is the negation of `eq`, `exists: false` that of
 * `exists`, several operators or fields are an `and`. Comparisons on absent values are false (decisions 11).
 */
export type Condition =
  | { kind: "every" }
  | { kind: "and" | "or"; of: readonly Condition[] }
  | { kind: "not"; of: Condition }
  | { kind: "compare"; field: string; operator: Comparison; value: Operand }
  | { kind: "in"; field: string; values: readonly Operand[] }
  /** `text` is folded already. */
  | { kind: "contains"; field: string; text: string }
  /** Not empty, which is less than present: '' is present in a field that is not localized. */
  | { kind: "exists"; field: string };

export interface SortKey {
  field: string;
  isDescending: boolean;
}

/** Default order (decisions 11). Ties are by id ascending, absent values last in both directions. */
export const DEFAULT_SORT: readonly SortKey[] = [{ field: "_createdAt", isDescending: true }];

/** A condition on one field. */
type FieldCondition = Extract<Condition, { field: string }>;

/** The conditions on single fields that a condition is made of. */
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

/** Every field that a condition is about. */
export const fieldsOf = (condition: Condition): string[] =>
  fieldConditions(condition).map(({ field }) => field);

/** Fields whose values a condition compares; `exists` compares none. */
export const comparedFields = (condition: Condition): string[] =>
  fieldConditions(condition)
    .filter(({ kind }) => kind !== "exists")
    .map(({ field }) => field);
