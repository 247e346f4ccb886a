export interface PageSources {
  /** The origins besides this service to which forms may lead, including redirects of their answers. */
  forms?: readonly string[];
  /** The origins besides this service from which pictures, films and sound may come. */
  media?: readonly string[];
}

/**
 * Returns the Content-Security-Policy of a page: which content it may load and where its forms may lead. No script runs, and
 * no other page may frame it.
 */
export const pagePolicy = ({ forms = [], media = [] }: PageSources = {}): string => {
  const own = (others: readonly string[]) => ["'self'", ...new Set(others)].join(" ");
  return [
    "default-src 'none'",
    "style-src 'self'",
    `img-src ${own(media)}`,
    ...(media.length > 0 ? [`media-src ${own(media)}`] : []),
    `form-action ${own(forms)}`,
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ].join("; ");
};

/**
 * Returns the headers of a page for one person. The policy `same-origin` hides addresses with tokens from other hosts and
 * lets a browser send the Origin of a form. With `no-referrer` the Origin is `null`, and forms from that origin are refused.
 */
export const pageHeaders = (sources?: PageSources): Record<string, string> => ({
  "content-type": "text/html; charset=utf-8",
  "cache-control": "no-store",
  "content-security-policy": pagePolicy(sources),
  "x-frame-options": "DENY",
  "referrer-policy": "same-origin",
});
