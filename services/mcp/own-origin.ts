import { isOwnOrigin } from "../../runtime/http/own-origin.js";

const LOOPBACK = /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/i;

/**
 * Whether a request's `Origin` is the service's own; a missing one is, `null` is not (rules/mcp 2).
 * The address that was called counts too when it is the loopback: a name that a stranger points there
 * (DNS rebinding) does not.
 */
export function isAgentsOrigin(
  origin: string | undefined,
  host: string | undefined,
  baseUrl: string,
): boolean {
  const called = host !== undefined && LOOPBACK.test(host) ? `http://${host}` : null;
  return isOwnOrigin({ origin, called }, baseUrl);
}
