import { z } from "zod";

interface PageOptions {
  /** Undefined means: everything when `limit` is left out. */
  default?: number;
  max: number;
}

/** `limit` and `offset` of a list (spec: Global conventions 7; decisions 2). */
export function page(options: PageOptions) {
  const limit = z.int(`must be a whole number from 1 to ${options.max}`).min(1).max(options.max);
  return {
    limit: options.default === undefined ? limit.optional() : limit.default(options.default),
    offset: z.int("must be a whole number from 0").min(0).max(Number.MAX_SAFE_INTEGER).default(0),
  };
}

/** `total` counts all matching rows, not the page. */
export const total = z.int().min(0);
