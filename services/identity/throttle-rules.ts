import { CLIENTS_OF_SITE } from "../../runtime/actions/network-limits.js";

const MINUTES_15 = 15 * 60 * 1000;

/**
 * A leaky bucket of failures: `failures` in a row, then one each `perFailureMs`. It is stored as the time at
 * which it is empty.
 */
export interface ThrottleRule {
  failures: number;
  perFailureMs: number;
}

const per15Minutes = (failures: number): ThrottleRule => ({ failures, perFailureMs: MINUTES_15 / failures });

/** Failures of one address from one client. */
export const PAIR = per15Minutes(10);
/**
 * Failures of one address from one client, while the address fails from many clients, or the client's site
 * has failed often.
 */
export const PAIR_UNDER_ATTACK = per15Minutes(3);
/** Failures of one client, over all addresses. */
export const CLIENT = per15Minutes(100);
/**
 * Failures of all clients of a site, whose IPv6 network has any number of them. The rule refuses nobody by
 * itself, for neighbours may share a site.
 */
export const SITE = per15Minutes(CLIENTS_OF_SITE * CLIENT.failures);
/** Failures of one address from all clients. The rule refuses nobody by itself (see `assess`). */
export const ADDRESS = per15Minutes(50);

/** Buckets of an attempt: the time at which each is empty, 0 for one without failures. */
export interface Failures {
  pair: number;
  client: number;
  /** Bucket of the client's site; 0 also when the client belongs to no site. */
  site: number;
  address: number;
  /** True when the address has signed in from this client before. */
  isKnownClient: boolean;
}

/** Returns the milliseconds until the next attempt is allowed; 0 when it is allowed now. */
export const waitMs = (clearAt: number, now: number, rule: ThrottleRule): number =>
  Math.max(0, clearAt - now - (rule.failures - 1) * rule.perFailureMs);

/** Returns a bucket after one more failure; it never holds more than the rule's number. */
export const afterFailure = (clearAt: number, now: number, rule: ThrottleRule): number =>
  Math.min(Math.max(clearAt, now) + rule.perFailureMs, now + rule.failures * rule.perFailureMs);

/**
 * Decides whether an attempt may be made, and by which rule its failure counts for the pair. Nobody can lock
 * an owner out: failures of other clients only make the address stricter with clients that it has never
 * signed in from, and those still have three attempts of their own; the same holds for the failures of a
 * client's site. A client that the address knows is judged by that pair's failures alone.
 */
export function assess(failures: Failures, now: number): { waitMs: number; pairRule: ThrottleRule } {
  if (failures.isKnownClient) return { waitMs: waitMs(failures.pair, now, PAIR), pairRule: PAIR };
  const isUnderAttack = waitMs(failures.address, now, ADDRESS) > 0 || waitMs(failures.site, now, SITE) > 0;
  const pairRule = isUnderAttack ? PAIR_UNDER_ATTACK : PAIR;
  return {
    waitMs: Math.max(waitMs(failures.pair, now, pairRule), waitMs(failures.client, now, CLIENT)),
    pairRule,
  };
}
