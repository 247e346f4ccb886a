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

/** `limit` and `offset` of a list (rules/edge 20 and 26). */
export const page = (options: { default: number; max: number }) => ({
  limit: bounded(options.max).default(options.default),
  offset,
});

/** The same where a missing `limit` means everything. */
export const openPage = (options: { max: number }) => ({ limit: bounded(options.max).optional(), offset });

/** `total` counts all matching rows, not the page. */
export const total = z.int().min(0);

/** The row of a list behind which a piece begins: the value that orders it, and its id. */
const cursor = z.strictObject({ at: z.union([z.string(), z.number()]), id: z.string() });
export type PageCursor = z.infer<typeof cursor>;

/** Which piece of a whole list is asked for: the first one, or the one behind a row. Between services. */
export const pieceAsked = { offset, after: cursor.nullable() };

/** What a piece of a list brings beside its rows: what the answer says of the whole list, in the first one; where the next begins. */
export const pieceTold = <T extends z.ZodType>(about: T) => ({
  about: about.nullable(),
  next: cursor.nullable(),
});
