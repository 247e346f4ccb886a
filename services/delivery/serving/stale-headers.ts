import type { TokenSeen } from "../tokens/authenticate-token.js";

/** Marks an answer that may be out of date, and keeps it out of caches: they could not tell it from a fresh one. */
export const staleHeaders = ({ age }: Pick<TokenSeen, "age">): Readonly<Record<string, string>> =>
  age === undefined
    ? {}
    : {
        warning: '110 - "Response is Stale"',
        age: String(Math.ceil(age)),
        "cache-control": "no-store",
      };
