import { fallbackChain, type Locales } from "./content-locales.js";

/** How a reader sees localized values. */
export interface Reading {
  /** `_locale`: the locale that is read, null for `*`. */
  locale: string | null;
  /** Where values are looked for, in order; empty for `*`, which reads raw locale maps. */
  chain: readonly string[];
  locales: Locales;
}

/** Raw locale maps instead of one locale's values. */
export const EVERY_LOCALE = "*";

/**
 * The reading that a locale parameter asks for (rules/delivery 26): nothing means the default
 * parameter). Undefined for a locale that the project does not have.
 */
export function readingOf(locales: Locales, requested?: string): Reading | undefined {
  if (requested === EVERY_LOCALE) return { locale: null, chain: [], locales };
  const code = requested ?? locales.defaultLocale;
  if (code !== locales.defaultLocale && !locales.locales.some((locale) => locale.code === code))
    return undefined;
  return { locale: code, chain: fallbackChain(locales, code), locales };
}

/** What filters and sorts compare: `*` filters by the default locale (rules/delivery 29). */
export const comparedChain = ({ chain, locales }: Reading): readonly string[] =>
  chain.length > 0 ? chain : fallbackChain(locales, locales.defaultLocale);
