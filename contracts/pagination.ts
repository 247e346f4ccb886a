import { z } from "zod";

const bounded = (max: number) =>
  z
    .int(`must be a whole number from 1 to ${max}`)
    .min(1, `must be a whole number from 1 to ${max}`)
    .max(max, `must be a whole number from 1 to ${max}`);

const offset = z
  .int("must be a whole number from 0")
  .min(0, "must be a whole number from 0")
  .max(Number.MAX_SAFE_INTEGER)
  .default(0);

/** Parameters `limit` and `offset` of a list (rules/edge 20 and 26). */
export const page = (options: { default: number; max: number }) => ({
  limit: bounded(options.max).default(options.default),
  offset,
});

/** Parameters `limit` and `offset` of a list that gives everything when `limit` is missing. */
export const openPage = (options: { max: number }) => ({ limit: bounded(options.max).optional(), offset });

/** Number of all matching rows, not of those on the page. */
export const total = z.int().min(0);

/** Row of a list behind which a piece begins: the value that orders the list, and the row's id. */
const cursor = z.strictObject({ at: z.union([z.string(), z.number()]), id: z.string() });
export type PageCursor = z.infer<typeof cursor>;

/**
 * Parameters of a call between services that ask for one piece of a whole list: the first piece, or the one
 * behind a row.
 */
export const pieceAsked = { offset, after: cursor.nullable() };

/**
 * Members that a piece of a list has beside its rows: the facts about the whole list, in the first piece
 * only, and the row behind which the next piece begins.
 */
export const pieceTold = <T extends z.ZodType>(about: T) => ({
  about: about.nullable(),
  next: cursor.nullable(),
});
