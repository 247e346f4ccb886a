import { z } from "zod";
import { isWithinCodePoints } from "./code-points.js";

/** BCP-47-shaped: `en`, `pt-BR`, `zh-Hant-TW`. */
export const localeCode = z
  .string()
  .regex(/^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8}){0,4}$/, "must be a locale code such as en or pt-BR");

export const localeSetting = z.strictObject({
  code: localeCode,
  title: z
    .string()
    .refine((text) => text.trim() !== "" && isWithinCodePoints(text, 200), "must have 1 to 200 characters"),
  fallback: localeCode.nullable().describe("Read when this one is empty; null: the default locale."),
  required: z.boolean().describe("Whether publishing needs the required localized fields in it."),
});
export type LocaleSetting = z.infer<typeof localeSetting>;

/** What reading localized values depends on. */
export interface Locales {
  defaultLocale: string;
  locales: readonly LocaleSetting[];
}

/** What a project starts with (rules/content 43). */
export const FIRST_LOCALES: Locales = {
  defaultLocale: "en",
  locales: [{ code: "en", title: "English", fallback: null, required: false }],
};

/**
 * The locales in which a reader of `code` looks, in order: itself, its fallback, that one's, finally the default
 * (rules/delivery 27). Each once, whatever the settings say.
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
