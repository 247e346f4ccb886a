import type { ContentFields, FieldDefinition } from "../../../contracts/content-schema.js";
import { isPlainObject } from "../../../contracts/content-values.js";

/**
 * Returns a draft with a patch applied. A bare value of a localized field counts for the default locale
 * (rules/content 19).
 */
export function mergedFields(
  definitions: readonly FieldDefinition[],
  defaultLocale: string,
  draft: ContentFields,
  patch: ContentFields,
): ContentFields {
  const known = new Map(definitions.map((definition) => [definition.name, definition]));
  const merged = new Map(Object.entries(draft));
  for (const [name, value] of Object.entries(patch))
    if (value === null) merged.delete(name);
    else merged.set(name, mergedValue(known.get(name), defaultLocale, merged.get(name), value));
  return Object.fromEntries(merged);
}

function mergedValue(
  definition: FieldDefinition | undefined,
  defaultLocale: string,
  before: unknown,
  patch: unknown,
): unknown {
  if (definition === undefined) return patch;
  if (definition.localized === true)
    return mergedLocales(mapOf(before, defaultLocale), mapOf(patch, defaultLocale));
  if (definition.type !== "object" || !isPlainObject(patch)) return patch;
  return mergedFields(definition.fields, defaultLocale, isPlainObject(before) ? before : {}, patch);
}

function mergedLocales(
  values: Record<string, unknown>,
  patch: Record<string, unknown>,
): Record<string, unknown> {
  const merged = new Map(Object.entries(values));
  for (const [code, value] of Object.entries(patch))
    if (value === null) merged.delete(code);
    else merged.set(code, value);
  return Object.fromEntries(merged);
}

/** Returns a value as a map by locale. An object is one unless it has `storageId` (rules/content 19). */
function mapOf(value: unknown, defaultLocale: string): Record<string, unknown> {
  if (value === undefined || value === null) return {};
  return isPlainObject(value) && !Object.hasOwn(value, "storageId") ? value : { [defaultLocale]: value };
}
