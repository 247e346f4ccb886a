/** The addresses of a request: the origin of the page that sent it, and the address that it was sent to. */
export interface Addressed {
  origin: string | undefined;
  /** The address that the client called, as far as this process and the proxies that it trusts know it. */
  called: string | null;
}

/**
 * Tells whether a request's `Origin` is the service's own, in scheme, host and port: that of BASE_URL, or of the address
 * that was called. A missing `Origin` counts as own, and `null` does not.
 */
export function isOwnOrigin({ origin, called }: Addressed, baseUrl: string): boolean {
  if (origin === undefined) return true;
  const isSame = (url: string) => URL.canParse(url) && new URL(url).origin === origin;
  return isSame(baseUrl) || (called !== null && isSame(called));
}

/** Returns the sentence that refuses another origin and tells what to do when that origin should be allowed. */
export const foreignOrigin = (origin: string | undefined, baseUrl: string): string =>
  `This request comes from a page of ${origin?.slice(0, 200) ?? "nowhere"}, and only pages of ${new URL(baseUrl).origin} may send it. If those are your own, set BASE_URL to their origin.`;
