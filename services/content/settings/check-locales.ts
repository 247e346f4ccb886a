import { graphqlLocaleName } from "../../../contracts/content-names.js";
import type { Locales, LocaleSetting } from "../../../contracts/content-locales.js";
import { invalidParams } from "../../../contracts/errors.js";

/**
 * Checks a list of locales as a whole (rules/content 44). Throws `invalid_params` that names the place: a
 * code that repeats, also in the spelling of GraphQL's enum, a default that is not in the list, or a fallback
 * that points to itself, to an unknown locale or in a loop.
 */
export function checkLocales({ defaultLocale, locales }: Locales): void {
  const codes = locales.map(({ code }) => code);
  requireDistinct(codes);
  if (!codes.includes(defaultLocale))
    throw invalidParams(
      `defaultLocale must be one of locales: ${codes.join(", ")}; ${defaultLocale} is not.`,
    );
  const fallbacks = new Map(locales.map(({ code, fallback }) => [code, fallback]));
  locales.forEach((locale, index) => checkFallback(locale, `locales[${index}].fallback`, fallbacks));
}

function requireDistinct(codes: readonly string[]): void {
  const seen = new Map<string, string>();
  codes.forEach((code, index) => {
    const name = graphqlLocaleName(code);
    const holder = seen.get(name);
    if (holder === code) throw invalidParams(`locales[${index}].code repeats ${code}.`);
    if (holder !== undefined)
      throw invalidParams(
        `locales[${index}].code ${code} and ${holder} are both ${name} in GraphQL; keep one.`,
      );
    seen.set(name, code);
  });
}

function checkFallback(
  { code, fallback }: LocaleSetting,
  path: string,
  fallbacks: ReadonlyMap<string, string | null>,
): void {
  if (fallback === null) return;
  if (fallback === code)
    throw invalidParams(`${path} of ${code} points to itself; null means the default locale.`);
  if (!fallbacks.has(fallback))
    throw invalidParams(
      `${path} of ${code} must be one of locales, ${[...fallbacks.keys()].join(", ")}, not ${fallback}.`,
    );
  const chain = [code];
  for (let next: string | null = fallback; next !== null; next = fallbacks.get(next) ?? null) {
    const isLoop = chain.includes(next);
    chain.push(next);
    if (isLoop) throw invalidParams(`${path} of ${code} forms a cycle: ${chain.join(" to ")}.`);
  }
}
