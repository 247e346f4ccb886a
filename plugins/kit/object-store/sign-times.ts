import type { SignedTimes } from "./object-store.js";

const HOUR_MS = 3600_000;
/** An agent's link and its window of 10 minutes fit into the first; both kinds of store refuse more than the second. */
const LIVES_MS = [25 * HOUR_MS, 7 * 24 * HOUR_MS];

/**
 * When a link that ends at `expiresAt` counts as signed. It follows from the end alone, or nearly: stores sign the date of
 * signing too, and the same link shall be the same text (decisions 7). Throws for links of more than a week.
 */
export function signTimes(expiresAt: number, now: number): SignedTimes {
  const end = Math.floor(expiresAt / 1000) * 1000;
  const life = LIVES_MS.find((ms) => end - ms <= now);
  if (life === undefined) throw new Error("A link of an object store lives a week at most.");
  return { signedAt: end - life, expiresAt: end };
}
