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

/** `limit` and `offset` of a list (spec: Global conventions 7; decisions 2). */
export const page = (options: { default: number; max: number }) => ({
  limit: bounded(options.max).default(options.default),
  offset,
});

/** The same where a missing `limit` means everything. */
export const openPage = (options: { max: number }) => ({ limit: bounded(options.max).optional(), offset });

/** `total` counts all matching rows, not the page. */
export const total = z.int().min(0);
