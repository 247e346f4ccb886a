import type { CoverageState } from "../../../contracts/content-documents.js";
import { isEmptyValue, isPlainObject } from "../../../contracts/content-values.js";
import type { Locales } from "../../../contracts/content-locales.js";
import type { ContentFields, ContentSchema } from "../../../contracts/content-schema.js";
import { readFilled, textsOf, valueAt } from "./derived-columns.js";
import { fingerprint } from "./fingerprint.js";
import type { TypeContext } from "../types/type-context.repository.js";
import { type Memory, memoryKey } from "../translations/translation-memory.repository.js";

/** Returns the values of one localized text by locale code, without the empty ones. */
function textValues(draft: ContentFields, path: string, defaultLocale: string): Map<string, unknown> {
  const value = valueAt(draft, path);
  const entries = isPlainObject(value) ? Object.entries(value) : [[defaultLocale, value] as const];
  return new Map(entries.filter(([, each]) => !isEmptyValue(each)));
}

/**
 * Tells whether a value is a machine translation that has not been edited since, and whose source text has
 * changed (rules/translation 3). `sourceHash` returns the fingerprint of the source text.
 */
const isOutdated = (memory: Memory | undefined, sourceHash: () => string, value: unknown): boolean =>
  memory !== undefined && memory.valueHash === fingerprint(value) && memory.sourceHash !== sourceHash();

/** Returns a function that makes a fingerprint when it is first asked for one. */
function fingerprintOnce(value: unknown): () => string {
  let made: string | null = null;
  return () => (made ??= fingerprint(value));
}

/**
 * Returns how far a draft is translated into each locale of the project (rules/translation 4): of its
 * localized texts that have a source, none, some, all with outdated ones, or all. Returns undefined for a
 * type without localized texts.
 */
export function coverageOf(
  schema: ContentSchema,
  { defaultLocale, locales }: Locales,
  draft: ContentFields,
  memories: ReadonlyMap<string, Memory> = new Map(),
): Record<string, CoverageState> | undefined {
  const paths = textsOf(schema.fields);
  if (paths.length === 0) return undefined;
  const sourced = paths
    .map((path) => ({ path, values: textValues(draft, path, defaultLocale) }))
    .filter(({ values }) => values.has(defaultLocale))
    .map((text) => ({ ...text, sourceHash: fingerprintOnce(text.values.get(defaultLocale)) }));
  const stateIn = (locale: string): CoverageState => {
    const filled = sourced.filter(({ values }) => values.has(locale));
    if (filled.length === 0) return "empty";
    if (filled.length < sourced.length) return "partial";
    const hasOutdated = filled.some(
      ({ path, values, sourceHash }) =>
        locale !== defaultLocale &&
        isOutdated(memories.get(memoryKey(path, locale)), sourceHash, values.get(locale)),
    );
    return hasOutdated ? "outdated" : "complete";
  };
  return Object.fromEntries(locales.map(({ code }) => [code, stateIn(code)]));
}

/** Tells whether documents of the type can have translations. */
export const hasTranslations = (typeContext: Pick<TypeContext, "schema" | "locales"> | undefined): boolean =>
  typeContext !== undefined &&
  typeContext.locales.locales.length > 1 &&
  textsOf(typeContext.schema.fields).length > 0;

/**
 * Returns a test of `filled` columns: whether documents with this one lack a text of the schema in a locale
 * although the text has a source.
 */
export function missingTest(
  schema: ContentSchema,
  { defaultLocale }: Locales,
  locale: string,
): (filled: string) => boolean {
  const paths = textsOf(schema.fields);
  return (filled) => {
    const codesOf = readFilled(filled, defaultLocale);
    return paths.some((path) => {
      const codes = codesOf.get(path) ?? [];
      return codes.includes(defaultLocale) && !codes.includes(locale);
    });
  };
}
