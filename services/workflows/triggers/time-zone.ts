import { LRUCache } from "lru-cache";

/** The most spellings whose canonical names are known. */
const MOST_KNOWN = 500;

const known = new LRUCache<string, string>({ max: MOST_KNOWN });

/**
 * Returns the canonical name of an IANA time zone; null for what is none. Letters may be written in any case, so one zone
 * has millions of spellings, and what a library remembers for each of them would have no bound (rules/workflows 48).
 */
export function canonicalZone(timeZone: string): string | null {
  // An offset such as +01:00, which Intl also accepts, ignores daylight saving time.
  if (/^[+-]/.test(timeZone)) return null;
  const found = known.get(timeZone);
  if (found !== undefined) return found;
  try {
    const canonical = new Intl.DateTimeFormat("en", { timeZone }).resolvedOptions().timeZone;
    known.set(timeZone, canonical);
    return canonical;
  } catch {
    return null;
  }
}
