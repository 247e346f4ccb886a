import { isDeepStrictEqual } from "node:util";
import type { PublishedContent } from "../../contracts/content-events.js";
import { flatten } from "../../contracts/content-flatten.js";
import { readingOf } from "../../contracts/content-locales.js";

/**
 * Returns the locales whose readers get different content than before (rules/webhooks 15), in the order of the
 * settings. A localized value changes its own locale and those that fall back to it; a shared field and a first
 * publish change all.
 */
export function changedLocales({ schema, locales, before, after }: PublishedContent): string[] {
  const codes = locales.locales.map(({ code }) => code);
  if (before === null) return codes;
  const fields = schema.fields.filter(({ name }) => !isDeepStrictEqual(before[name], after[name]));
  if (fields.length === 0) return [];
  const touched = { ...schema, fields };
  return codes.filter((code) => {
    const reading = readingOf(locales, code);
    if (reading === undefined) return false;
    const [old, now] = [flatten(touched, before, reading), flatten(touched, after, reading)];
    return (
      !isDeepStrictEqual(old.values, now.values) || !isDeepStrictEqual(old.fallbackFields, now.fallbackFields)
    );
  });
}
