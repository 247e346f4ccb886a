/** What a request says of where it comes from and where it went. */
export interface Addressed {
  origin: string | undefined;
  /** The address that the client called, as far as this process and the proxies that it trusts know it. */
  called: string | null;
}

/**
 * Whether a request's `Origin` is the service's own, in scheme, host and port; a missing one is, `null` is not. The
 * service's own is that of BASE_URL, and the address that was called.
 */
export function isOwnOrigin({ origin, called }: Addressed, baseUrl: string): boolean {
  if (origin === undefined) return true;
  const isSame = (url: string) => URL.canParse(url) && new URL(url).origin === origin;
  return isSame(baseUrl) || (called !== null && isSame(called));
}

/** Why another origin is refused, and what to do when it should not be. */
export const foreignOrigin = (origin: string | undefined, baseUrl: string): string =>
  `This request comes from a page of ${origin?.slice(0, 200) ?? "nowhere"}, and only pages of ${new URL(baseUrl).origin} may send it. If those are your own, set BASE_URL to their origin.`;
