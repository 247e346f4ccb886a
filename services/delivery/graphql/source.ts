import type { Reading } from "../../../contracts/content-locales.js";
import type { ContentFields, FieldDefinition } from "../../../contracts/content-schema.js";
import { localeValues, readShape, resolveLocale } from "../../../contracts/content-values.js";
import type { GraphqlContext, Source } from "./context.js";

/** Arguments that a field may have. */
export interface FieldArguments {
  locale?: string | null;
}

/** Reads a field's value through the latest schema, as REST reads it; null when it is absent. */
export function readField(
  definition: FieldDefinition,
  { source, locale, context }: { source: Source; locale: string; context: GraphqlContext },
): unknown {
  return readValue(
    source.fields,
    definition,
    definition.localized === true ? context.readingOf(locale) : null,
  );
}

/** Reads a field's value in a stored object; `reading` is given for a localized field. */
export function readValue(
  fields: ContentFields,
  definition: FieldDefinition,
  reading: Reading | null,
): unknown {
  const value = Object.hasOwn(fields, definition.name) ? fields[definition.name] : undefined;
  if (reading === null) return readShape(definition, value);
  return resolveLocale(localeValues(definition, value, reading.locales), reading.chain);
}
