import { within } from "../../concurrency/within.js";
import { checkUrl, hostOf } from "./check-url.js";
import { unreachable } from "./fetch-error.js";
import type { NetworkPolicy } from "./network-policy.js";
import { type CheckedAddress, resolveHost, type Resolver } from "./resolve-host.js";

/** The longest wait for a resolver: an answer comes within 20 s, whatever resolvers do (rules/edge 34). */
const LOOKUP_MS = 5000;

/**
 * Checks that a guarded request would go there now, without sending one: for addresses that are kept for later. It will be
 * asked again before each request. Throws GuardedFetchError.
 */
export async function checkDestination(
  text: string,
  policy: NetworkPolicy,
  resolve?: Resolver,
): Promise<void> {
  const url = checkUrl(text, policy);
  let found: readonly CheckedAddress[] | null = null;
  await within(
    LOOKUP_MS,
    resolveHost(hostOf(url), policy, resolve).then((addresses) => (found = addresses)),
  );
  if (found === null) throw unreachable("The URL's host was not found in time.");
}
