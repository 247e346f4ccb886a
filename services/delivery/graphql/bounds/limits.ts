/** What a query may be, checked before it runs (rules/delivery 33). */
export interface Limits {
  /** Levels of fields, the root's the first. */
  depth: number;
  /** Fields with another name than their own, fragments followed. */
  aliases: number;
  /** Values that the answer may have, as far as the query tells. */
  cost: number;
}

export const MAX_BODY_BYTES = 50 * 1024;
export const MAX_DEPTH = 10;
/** 50 KB may have ten times as many. */
export const MAX_TOKENS = 5_000;
/** Operations and fragments. */
export const MAX_DEFINITIONS = 50;
/** The most variables of one operation. */
export const MAX_VARIABLES = 200;
/** The deepest nesting of brackets of any kind: the parser recurses. */
export const MAX_BRACKETS = 64;
/** Fields of a query, fragments followed. */
export const MAX_FIELDS = 1_000;
/** The same place of the answer of one object type, asked for so often: validation compares each two of them. */
export const MAX_REPEATS = 30;
