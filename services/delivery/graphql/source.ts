import type { ContentFields } from "../../../contracts/content-schema.js";
import {
  type AnyDefinition,
  isLocalized,
  localeValues,
  readShape,
  resolveLocale,
} from "../../../contracts/content-values.js";
import type { ContentType, PayloadRow } from "../../content/index.js";
import type { GraphqlContext } from "./context.js";

/** Where fields are read: a document, or an object within one. */
export interface Source {
  row: PayloadRow;
  type: ContentType;
  /** Of the document or the object, as stored. */
  fields: ContentFields;
  /** Code of the locale that fields without a `locale` of their own are read in. */
  locale: string;
}

/** What a field may be asked with. */
export interface FieldArguments {
  locale?: string | null;
}

/** A field's value through the latest schema, as REST reads it; null when it is absent. */
export function readField(
  name: string,
  definition: AnyDefinition,
  { source, locale, context }: { source: Source; locale: string; context: GraphqlContext },
): unknown {
  const value = Object.hasOwn(source.fields, name) ? source.fields[name] : undefined;
  if (!isLocalized(definition)) return readShape(definition, value);
  const reading = context.readingOf(locale);
  return resolveLocale(localeValues(definition, value, reading.locales), reading.chain);
}
