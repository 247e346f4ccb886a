import type { Reading } from "./content-locales.js";
import { fieldPicker } from "./content-own-fields.js";
import type { ContentFields, ContentSchema, FieldDefinition } from "./content-schema.js";
import {
  type AnyDefinition,
  isEmptyValue,
  localeValues,
  localizedFields,
  readShape,
  resolveLocale,
} from "./content-values.js";

/** Media inside the values. The caller that renders them sets `url` and `contentType` on it. */
export interface FlatMedia {
  storageId: string;
  url?: string;
  contentType?: string;
}

/**
 * Place of a reference: `holder[key]` is `{ documentId }`, which the caller may replace by the document or
 * null.
 */
export interface FlatReference {
  /** Dotted field names without indexes, as in `expand`. */
  path: string;
  documentId: string;
  /** Names of the types that the reference may lead to. */
  to: readonly string[];
  holder: Record<string, unknown> | unknown[];
  key: string | number;
}

/** A payload as readers get it, without what other rows decide: URLs and expanded references. */
export interface FlatPayload {
  /**
   * Values by field name, in the order of the schema, without absent fields. Portable text is the payload's
   * own array.
   */
  values: Record<string, unknown>;
  /** Paths of localized fields without a value of their own in the locale that is read; empty for `*`. */
  fallbackFields: string[];
  media: FlatMedia[];
  references: FlatReference[];
}

/**
 * Reads a payload through the latest schema (rules/delivery 12 and 27): removed fields and values of another
 * shape are absent, and localized values are resolved along the chain or, for `*`, given as maps.
 */
export function flatten(schema: ContentSchema, payload: ContentFields, reading: Reading): FlatPayload {
  const flattening = new Flattening(reading);
  const values = flattening.readFields(schema.fields, payload, "");
  return { values, ...flattening.found };
}

/** Picks the fields with a value, and those whose absence a reader is told in `fallbackFields`. */
const pickRead = fieldPicker({ absent: (definition) => localizedFields([definition]).length > 0 });

type FoundReference = Omit<FlatReference, "documentId" | "to">;

class Flattening {
  readonly found: Omit<FlatPayload, "values"> = { fallbackFields: [], media: [], references: [] };
  readonly #reading: Reading;

  constructor(reading: Reading) {
    this.#reading = reading;
  }

  readFields(
    fields: readonly FieldDefinition[],
    payload: ContentFields,
    prefix: string,
  ): Record<string, unknown> {
    const values: Record<string, unknown> = {};
    for (const field of pickRead(fields, payload)) {
      const path = prefix + field.name;
      const value =
        field.localized === true
          ? this.#readLocalized(field, payload[field.name], path)
          : this.#readValue(field, payload[field.name], path);
      if (value === null) continue;
      values[field.name] = value;
      this.#note(field, value, { path, holder: values, key: field.name });
    }
    return values;
  }

  #readValue(definition: AnyDefinition, value: unknown, path: string): unknown {
    const shaped = readShape(definition, value);
    if (definition.type === "object") {
      if (shaped !== null) return this.readFields(definition.fields, shaped as ContentFields, `${path}.`);
      this.#noteAbsent(definition.fields, path);
    } else if (definition.type === "array" && shaped !== null) {
      return this.#readItems(definition.of, shaped as unknown[], path);
    }
    return shaped;
  }

  /** Reads the items that have the shape; items of another shape are left out, as absent values are. */
  #readItems(definition: AnyDefinition, items: readonly unknown[], path: string): unknown[] {
    const values: unknown[] = [];
    for (const item of items) {
      const value = this.#readValue(definition, item, path);
      if (value === null) continue;
      this.#note(definition, value, { path, holder: values, key: values.length });
      values.push(value);
    }
    return values;
  }

  #readLocalized(definition: AnyDefinition, value: unknown, path: string): unknown {
    const { locale, locales, chain } = this.#reading;
    const values = localeValues(definition, value, locales);
    if (locale === null) return Object.keys(values).length > 0 ? values : null;
    if (!Object.hasOwn(values, locale) || isEmptyValue(values[locale])) this.found.fallbackFields.push(path);
    return resolveLocale(values, chain);
  }

  /** Notes the localized fields of an absent object: they have no value in the locale either. */
  #noteAbsent(fields: readonly FieldDefinition[], path: string): void {
    if (this.#reading.locale === null) return;
    for (const absent of localizedFields(fields, `${path}.`)) this.found.fallbackFields.push(absent.path);
  }

  #note(definition: AnyDefinition, value: unknown, found: FoundReference): void {
    if (definition.type === "media") {
      if (isMedia(value)) this.found.media.push(value);
      else this.found.media.push(...(Object.values(value as object) as FlatMedia[]));
    } else if (definition.type === "reference") {
      const { documentId } = value as { documentId: string };
      this.found.references.push({ ...found, documentId, to: definition.to });
    }
  }
}

/** Returns true for media itself and false for a map of media by locale: no locale is called `storageId`. */
const isMedia = (value: unknown): value is FlatMedia =>
  typeof (value as Partial<FlatMedia>).storageId === "string";
