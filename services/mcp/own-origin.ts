import { isOwnOrigin } from "../../runtime/http/own-origin.js";

const LOOPBACK = /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/i;

/**
 * Returns true when a request's `Origin` is the service's own, or missing; `null` is foreign (rules/mcp 2).
 * The called address counts as own when it is the loopback: a name that somebody else points there (DNS
 * rebinding) does not.
 */
export function isAgentsOrigin(
  origin: string | undefined,
  host: string | undefined,
  baseUrl: string,
): boolean {
  const called = host !== undefined && LOOPBACK.test(host) ? `http://${host}` : null;
  return isOwnOrigin({ origin, called }, baseUrl);
}
