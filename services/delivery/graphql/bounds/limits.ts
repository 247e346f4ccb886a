/** Bounds of a query, checked before it runs (rules/delivery 33). */
export interface Limits {
  /** Levels of fields, counted from the root. */
  depth: number;
  /** Fields with an alias, fragments followed. */
  aliases: number;
  /** Values that the answer may have, as far as the query tells. */
  cost: number;
}

export const MAX_BODY_BYTES = 50 * 1024;
export const MAX_DEPTH = 10;
/** Tokens of a query; 50 KB may have ten times as many. */
export const MAX_TOKENS = 5_000;
/** Operations and fragments of a query. */
export const MAX_DEFINITIONS = 50;
/** Most variables of one operation. */
export const MAX_VARIABLES = 200;
/** Deepest nesting of brackets of any kind, bounded because the parser recurses. */
export const MAX_BRACKETS = 64;
/** Fields of a query, fragments followed. */
export const MAX_FIELDS = 1_000;
/** Selections of the same place in the answer of one object type: validation compares each two of them. */
export const MAX_REPEATS = 30;
