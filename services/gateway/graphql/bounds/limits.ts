/** What one request of `/v1/graphql` may be, checked before it is validated or run (rules/edge 40). */
export interface Limits {
  /** Fields with another name than their own, fragments followed (GRAPHQL_MAX_ALIASES). */
  aliases: number;
  /** Values that the answer may have, as far as the query tells (GRAPHQL_MAX_COST). */
  cost: number;
}

/** Of the text of a query; its variables are bounded as a REST body is. */
export const MAX_QUERY_BYTES = 50 * 1024;
export const MAX_TOKENS = 5_000;
/** Of brackets of any kind: who parses recurses. */
export const MAX_BRACKETS = 64;
/** Operations and fragments. */
export const MAX_DEFINITIONS = 50;
export const MAX_VARIABLES = 200;
/** Levels of fields, the root's the first; what asks for the schema is exempt. */
export const MAX_DEPTH = 10;
/** Fields of an operation, fragments followed. */
export const MAX_FIELDS = 1_000;
/** The same place of the answer, asked for so often: validation compares each two of them. */
export const MAX_REPEATS = 30;
/** Calls that a query may make, each like a REST request; relations count for each item of the lists that they are in. */
export const MAX_CALLS = 200;
/** Of an operation: they run one after the other. */
export const MAX_MUTATIONS = 10;
/** What asks for the schema; the query of the tools takes most of it. */
export const MAX_INTROSPECTION = 200_000;
/** A list whose length the query does not tell. */
export const LIST = 10;
/** Of a page without `limit`. */
export const PAGE = 50;
