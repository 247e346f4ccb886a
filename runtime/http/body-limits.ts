import { invalidParams, ServiceError } from "../../contracts/errors.js";
import type { Networks } from "./client-network.js";

/** Of bodies that are being read at the same time. */
const MOST_BYTES_AT_ONCE = 128 * 1024 * 1024;
/** After these a body must have come at the least rate, on the average since its begin. */
const GRACE_MS = 10_000;
/** In bytes a second. */
const LEAST_RATE = 4 * 1024;
/** After these it must be whole. */
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
  /** Whose it is: an account, which is its own site, or the networks of a stranger. */
  owner: Networks;
  began: number;
  bytes: number;
}

/**
 * The body that is given up when there are too many bytes: of the site whose bodies have most bytes together, and there of the client
 * (or account) whose bodies have most, the oldest one. So a site has one share, however many clients it has.
 */
export function greatestOf<B extends ComingBody>(open: readonly B[]): B {
  const ofSite = greatest(open, ({ owner }) => owner.site);
  const oldest = greatest(ofSite, ({ owner }) => owner.client).find(({ bytes }) => bytes > 0);
  if (oldest === undefined) throw new Error("Bytes of bodies are counted that nobody reads.");
  return oldest;
}

/** The bodies of the owner whose bodies have most bytes together. */
function greatest<B extends ComingBody>(open: readonly B[], ownerOf: (body: B) => string): B[] {
  const owned = [...Map.groupBy(open, ownerOf).values()].map((bodies) => ({
    bodies,
    sum: bodies.reduce((sum, { bytes }) => sum + bytes, 0),
  }));
  return owned.toSorted((one, other) => other.sum - one.sum)[0]?.bodies ?? [];
}

/** Why a body is not waited for any longer, or null. */
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

/** Why a body is given up where all together take too much. */
export const crowded = () =>
  new ServiceError("unavailable", "Too many large bodies are sent at the same time. Retry later.", {
    details: { retryAfterSeconds: 5 },
  });
