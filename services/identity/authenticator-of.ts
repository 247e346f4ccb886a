import type { Host } from "../../runtime/process/host.js";
import { type Authenticator, makeAuthenticator } from "./authenticator.js";

const authenticators = new WeakMap<Host, Authenticator>();

/**
 * Returns the one authenticator of a process, so that all its routes share its reads and its record of uses.
 */
export function authenticatorOf(host: Host): Authenticator {
  const known = authenticators.get(host) ?? makeAuthenticator(host);
  authenticators.set(host, known);
  return known;
}
