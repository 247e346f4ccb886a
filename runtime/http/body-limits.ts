import { invalidParams, ServiceError } from "../../contracts/errors.js";
import type { Networks } from "./client-network.js";

/** The most bytes of all bodies that are being read at the same time. */
const MOST_BYTES_AT_ONCE = 128 * 1024 * 1024;
/** The time after which a body must have come at the least rate, on average since its start. */
const GRACE_MS = 10_000;
/** The least rate of a body in bytes a second. */
const LEAST_RATE = 4 * 1024;
/** The time after which a body must be whole. */
const MOST_MS = 5 * 60_000;

export interface BodyLimits {
  mostBytesAtOnce: number;
  graceMs: number;
  leastRate: number;
  mostMs: number;
}

export const BODY_LIMITS: BodyLimits = {
  mostBytesAtOnce: MOST_BYTES_AT_ONCE,
  graceMs: GRACE_MS,
  leastRate: LEAST_RATE,
  mostMs: MOST_MS,
};

/** A body that is being read, as far as it has come. */
export interface ComingBody {
  /** The owner of the body: an account, which counts as its own site, or the networks of a client without one. */
  owner: Networks;
  began: number;
  bytes: number;
}

/**
 * Returns the body that is given up when there are too many bytes. Among the bodies of the site that has the most bytes, and
 * there of the client (or account) that has the most, it is the oldest one. So a site has one share, however many clients it
 * has.
 */
export function greatestOf<B extends ComingBody>(open: readonly B[]): B {
  const ofSite = greatest(open, ({ owner }) => owner.site);
  const oldest = greatest(ofSite, ({ owner }) => owner.client).find(({ bytes }) => bytes > 0);
  if (oldest === undefined) throw new Error("Bytes of bodies are counted that nobody reads.");
  return oldest;
}

/** Returns the bodies of the owner whose bodies have the most bytes together. */
function greatest<B extends ComingBody>(open: readonly B[], ownerOf: (body: B) => string): B[] {
  const owned = [...Map.groupBy(open, ownerOf).values()].map((bodies) => ({
    bodies,
    sum: bodies.reduce((sum, { bytes }) => sum + bytes, 0),
  }));
  return owned.toSorted((one, other) => other.sum - one.sum)[0]?.bodies ?? [];
}

/** Returns the error for a body that came too slowly, or null while the body may still come. */
export function tooSlow(
  { began, bytes }: ComingBody,
  { graceMs, leastRate, mostMs }: BodyLimits,
  now: number,
): Error | null {
  const age = now - began;
  if (age > mostMs) return slow(`a body must be whole within ${mostMs / 1000} s`);
  if (age > graceMs && bytes * 1000 < leastRate * age)
    return slow(`at least ${leastRate / 1024} KB a second must come`);
  return null;
}

const slow = (rule: string) => invalidParams(`The body came too slowly: ${rule}.`);

/** Makes the error for a body that is given up because all bodies together take too much memory. */
export const crowded = () =>
  new ServiceError("unavailable", "Too many large bodies are sent at the same time. Retry later.", {
    details: { retryAfterSeconds: 5 },
  });
