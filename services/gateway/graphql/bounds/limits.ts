/** The limits of one request of `/v1/graphql`, checked before it is validated or run (rules/edge 40). */
export interface Limits {
  /** The number of fields with another name than their own, fragments followed (GRAPHQL_MAX_ALIASES). */
  aliases: number;
  /** The number of values that the answer may have, as far as the query tells (GRAPHQL_MAX_COST). */
  cost: number;
}

/** The bytes of a query's text; its variables are bounded like a REST body. */
export const MAX_QUERY_BYTES = 50 * 1024;
export const MAX_TOKENS = 5_000;
/** The depth of brackets of any kind, because parsers recurse. */
export const MAX_BRACKETS = 64;
/** The number of operations and fragments. */
export const MAX_DEFINITIONS = 50;
export const MAX_VARIABLES = 200;
/** The levels of fields, of which the root's is the first; questions about the schema are exempt. */
export const MAX_DEPTH = 10;
/** The fields of an operation, fragments followed. */
export const MAX_FIELDS = 1_000;
/**
 * The number of times that a query may ask for the same place of the answer: validation compares each two of
 * them.
 */
export const MAX_REPEATS = 30;
/**
 * The calls that a query may make, each like a REST request; relations count for each item of the lists that
 * they are in.
 */
export const MAX_CALLS = 200;
/** The mutations of an operation, which run one after the other. */
export const MAX_MUTATIONS = 10;
/** The cost of a question about the schema; the usual query of tools takes most of it. */
export const MAX_INTROSPECTION = 200_000;
/** The assumed length of a list whose length the query does not tell. */
export const LIST = 10;
/** The length of a page without `limit`. */
export const PAGE = 50;
