const LOOPBACK = /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/i;

/**
 * Whether a request's `Origin` is the service's own; a missing one is, `null` is not (decisions 12).
 * The address that was called counts too when it is the loopback: a name that a stranger points there
 * (DNS rebinding) does not.
 */
export function isOwnOrigin(origin: string | undefined, host: string | undefined, baseUrl: string): boolean {
  if (origin === undefined || origin === new URL(baseUrl).origin) return true;
  if (host === undefined || !LOOPBACK.test(host)) return false;
  return origin === `http://${host}` || origin === `https://${host}`;
}
