import { z } from "zod";
import { isWithinCodePoints } from "./code-points.js";

/** A locale code in the shape of BCP 47: `en`, `pt-BR`, `zh-Hant-TW`. */
export const localeCode = z
  .string()
  .regex(/^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8}){0,4}$/, "must be a locale code such as en or pt-BR");

export const localeSetting = z.strictObject({
  code: localeCode,
  title: z
    .string()
    .refine((text) => text.trim() !== "" && isWithinCodePoints(text, 200), "must have 1 to 200 characters"),
  fallback: localeCode
    .nullable()
    .describe("Code of the locale that is read where this one is empty; null: the default locale."),
  required: z.boolean().describe("True when publishing needs the required localized fields in this locale."),
});
export type LocaleSetting = z.infer<typeof localeSetting>;

/** Settings that the reading of localized values depends on. */
export interface Locales {
  defaultLocale: string;
  locales: readonly LocaleSetting[];
}

/** Locales that a new project has (rules/content 43). */
export const FIRST_LOCALES: Locales = {
  defaultLocale: "en",
  locales: [{ code: "en", title: "English", fallback: null, required: false }],
};

/**
 * Returns the locales in which a reader of `code` looks, in order: itself, its fallback, the fallback's own,
 * finally the default (rules/delivery 27). Each locale comes once, whatever the settings say.
 */
export function fallbackChain({ defaultLocale, locales }: Locales, code: string): string[] {
  const chain: string[] = [];
  let next: string | null = code;
  while (next !== null && !chain.includes(next)) {
    chain.push(next);
    const current: string = next;
    next = locales.find((locale) => locale.code === current)?.fallback ?? null;
  }
  return chain.includes(defaultLocale) ? chain : [...chain, defaultLocale];
}

/** A reader's choice of locale for localized values. */
export interface Reading {
  /** Value of `_locale`: the locale that is read, null for `*`. */
  locale: string | null;
  /** Locales in which values are looked for, in order; empty for `*`, which reads raw locale maps. */
  chain: readonly string[];
  locales: Locales;
}

/** Value of a locale parameter that asks for raw locale maps instead of one locale's values. */
export const EVERY_LOCALE = "*";

/**
 * Returns the reading that a locale parameter asks for (rules/delivery 26); without the parameter it is that
 * of the default locale. Returns undefined for a locale that the project does not have.
 */
export function readingOf(locales: Locales, requested?: string): Reading | undefined {
  if (requested === EVERY_LOCALE) return { locale: null, chain: [], locales };
  const code = requested ?? locales.defaultLocale;
  if (code !== locales.defaultLocale && !locales.locales.some((locale) => locale.code === code))
    return undefined;
  return { locale: code, chain: fallbackChain(locales, code), locales };
}

/**
 * Returns the chain of locales that filters and sorts compare: `*` filters by the default locale
 * (rules/delivery 29).
 */
export const comparedChain = ({ chain, locales }: Reading): readonly string[] =>
  chain.length > 0 ? chain : fallbackChain(locales, locales.defaultLocale);
