import { isDeepStrictEqual } from "node:util";
import type { PublishedContent } from "../../contracts/content-events.js";
import { flatten } from "../../contracts/content-flatten.js";
import { EVERY_LOCALE, type Locales, readingOf } from "../../contracts/content-locales.js";
import type { ContentFields, ContentSchema, FieldDefinition } from "../../contracts/content-schema.js";
import { isEmptyValue, isPlainObject, localeValues } from "../../contracts/content-values.js";

/**
 * Returns the locales whose readers get different content than before (rules/webhooks 15), in the order of the
 * settings. A localized value changes its own locale and those that fall back to it; a shared field and a first
 * publish change all. Every value is compared once, however many locales there are.
 */
export function changedLocales({ schema, locales, before, after }: PublishedContent): string[] {
  const codes = locales.locales.map(({ code }) => code);
  if (before === null) return codes;
  const fields = schema.fields.filter(({ name }) => !isDeepStrictEqual(before[name], after[name]));
  if (fields.length === 0) return [];
  if (isSharedChanged({ ...schema, fields }, { locales, before, after })) return codes;
  const changed = new Set<string>();
  noteLocalized(fields, { locales, before, after }, changed);
  return codes.filter((code) => changed.has(code));
}

interface Versions {
  locales: Locales;
  before: ContentFields;
  after: ContentFields;
}

/** Tells whether a value differs that readers of every locale get: one of a shared field, or an object's presence. */
function isSharedChanged(schema: ContentSchema, { locales, before, after }: Versions): boolean {
  const reading = readingOf(locales, EVERY_LOCALE);
  if (reading === undefined) return false;
  const shared = { ...schema, fields: sharedIn(schema.fields) };
  const [old, now] = [flatten(shared, before, reading), flatten(shared, after, reading)];
  return !isDeepStrictEqual(old.values, now.values);
}

/** Returns definitions without localized fields. An object stays, also when it has no other fields. */
const sharedIn = (fields: readonly FieldDefinition[]): FieldDefinition[] =>
  fields
    .filter(({ localized }) => localized !== true)
    .map((field) => (field.type === "object" ? { ...field, fields: sharedIn(field.fields) } : field));

/** Adds the locales in which a localized field reads differently. */
function noteLocalized(fields: readonly FieldDefinition[], versions: Versions, changed: Set<string>): void {
  const { locales, before, after } = versions;
  for (const field of fields) {
    const [old, now] = [before[field.name], after[field.name]];
    if (field.localized === true) noteField(field, { locales, before: old, after: now }, changed);
    else if (field.type === "object")
      noteLocalized(field.fields, { locales, before: inside(old), after: inside(now) }, changed);
  }
}

const inside = (value: unknown): ContentFields => (isPlainObject(value) ? value : {});

function noteField(
  field: FieldDefinition,
  { locales, before, after }: { locales: Locales; before: unknown; after: unknown },
  changed: Set<string>,
): void {
  if (before === after) return;
  const old = filledValues(field, before, locales);
  const now = filledValues(field, after, locales);
  const [oldSources, nowSources] = [sourcesOf(old, locales), sourcesOf(now, locales)];
  const isSame = comparison(old, now);
  for (const { code } of locales.locales) {
    // A value of its own is no fallback any more, also when it says the same.
    if (old.has(code) !== now.has(code) || !isSame(oldSources.get(code), nowSources.get(code)))
      changed.add(code);
  }
}

/** Returns the values of a localized field that are not empty, by locale code. */
const filledValues = (field: FieldDefinition, value: unknown, locales: Locales): Map<string, unknown> =>
  new Map(Object.entries(localeValues(field, value, locales)).filter(([, each]) => !isEmptyValue(each)));

/** The code of the locale whose value a reader gets, by the locale that is read; null where there is no value. */
type Sources = ReadonlyMap<string, string | null>;

/** Finds the sources of a field's values along the chains of fallbacks, as `fallbackChain` has them. */
function sourcesOf(filled: ReadonlyMap<string, unknown>, { defaultLocale, locales }: Locales): Sources {
  const next = new Map(locales.map(({ code, fallback }) => [code, fallback]));
  const last = filled.has(defaultLocale) ? defaultLocale : null;
  const sources = new Map<string, string | null>();
  for (const { code } of locales) {
    const passed = new Set<string>();
    let at: string | null = code;
    while (at !== null && !filled.has(at) && !sources.has(at) && !passed.has(at)) {
      passed.add(at);
      at = next.get(at) ?? null;
    }
    const source = at === null || passed.has(at) ? last : filled.has(at) ? at : (sources.get(at) ?? last);
    for (const each of passed) sources.set(each, source);
    sources.set(code, source);
  }
  return sources;
}

/** Returns a function that compares the old value of one locale with the new one of another, each pair once. */
function comparison(old: ReadonlyMap<string, unknown>, now: ReadonlyMap<string, unknown>) {
  const known = new Map<string, boolean>();
  return (one: string | null | undefined, other: string | null | undefined): boolean => {
    if (!one || !other) return !one && !other;
    const pair = `${one} ${other}`;
    let isSame = known.get(pair);
    if (isSame === undefined) {
      isSame = isDeepStrictEqual(old.get(one), now.get(other));
      known.set(pair, isSame);
    }
    return isSame;
  };
}
