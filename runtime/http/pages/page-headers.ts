export interface PageSources {
  /** Where forms may lead besides to this service, redirects of their answers included. */
  forms?: readonly string[];
  /** Where pictures, films and sound may come from besides this service. */
  media?: readonly string[];
}

/** What a page may load and where it may send: nothing runs, nothing is framed. */
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
 * Headers of a page for one person. `same-origin` keeps addresses with tokens from other hosts, and lets a browser name the
 * Origin of a form: with `no-referrer` it says `null`, which no form of ours may come from.
 */
export const pageHeaders = (sources?: PageSources): Record<string, string> => ({
  "content-type": "text/html; charset=utf-8",
  "cache-control": "no-store",
  "content-security-policy": pagePolicy(sources),
  "x-frame-options": "DENY",
  "referrer-policy": "same-origin",
});
