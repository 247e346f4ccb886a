import { type FieldNode, getNamedType } from "graphql";
import type { DeliveryDocument } from "../../../../contracts/content-delivery-document.js";
import { fallbackFieldsOf } from "../../../../contracts/content-fallback-fields.js";
import type { ContentFields, ContentSchema, FieldDefinition } from "../../../../contracts/content-schema.js";
import { type AnyDefinition, readShape } from "../../../../contracts/content-values.js";
import { readValue } from "../source.js";
import { SelectedMedia } from "./selected-media.js";
import type { SelectedField, Selection } from "./selection.js";
import type { TextWriter } from "./text-writer.js";

/**
 * Thrown for a value that GraphQL answers with an error, for which graphql-js has the words and the place.
 */
export class Unwritable extends Error {}

/** The document that is written. */
export interface Origin {
  system: DeliveryDocument;
  schema: ContentSchema;
  /** Values of the document, as they are stored. */
  fields: ContentFields;
}

/** Writes a part of a document as JSON. Two writers with the same key write the same. */
export interface Writer<T> {
  key: string;
  /** Writes a value. Throws Unwritable. */
  write(value: T, out: TextWriter, origin: Origin): void;
}

/** Collects what fills the placeholders of a document. */
export interface Placeholders {
  /**
   * Registers a reference to documents of these types. Returns the key of the selection that is read of them.
   */
  reference(path: string, types: readonly string[], nodes: readonly FieldNode[], locale: string): string;
  media(path: string, media: SelectedMedia): void;
}

interface Scope {
  selection: Selection;
  placeholders: Placeholders;
  /** Code of the locale in which fields without a `locale` of their own are read. */
  locale: string;
  /** Path of field numbers below the document's type; the key tells which selection they number. */
  path: string;
}

const INT = { min: -(2 ** 31), max: 2 ** 31 - 1 };

/** Makes the writer of a document, or of an object in it. */
export function objectWriter(
  fields: readonly SelectedField[],
  { definitions, ...scope }: Scope & { definitions: readonly FieldDefinition[] },
): Writer<ContentFields> {
  const members = fields.map((field, at) => {
    const definition = definitions.find(({ name }) => name === field.name);
    const path = `${scope.path}.${at}`;
    const writer = definition
      ? fieldWriter(field, definition, { ...scope, path })
      : systemWriter(field, scope);
    return {
      start: `${at === 0 ? "" : ","}"${field.responseKey}":`,
      responseKey: field.responseKey,
      writer,
    };
  });
  return {
    key: `{${members.map(({ responseKey, writer }) => `${responseKey}:${writer.key}`).join()}}`,
    write(values, out, origin) {
      // The object may be empty: a union may have a type of which nothing is selected.
      out.write("{");
      for (const { start, writer } of members) {
        out.write(start);
        writer.write(values, out, origin);
      }
      out.write("}");
    },
  };
}

/** Makes the writer of a field that is not one of the content type. */
function systemWriter({ name, parent }: SelectedField, { selection, locale }: Scope): Writer<ContentFields> {
  if (name === "__typename") return { key: name, write: (_values, out) => out.write(JSON.stringify(parent)) };
  const reading = selection.readingOf(locale);
  const read = ({ schema, fields, system }: Origin): unknown => {
    if (name === "_locale") return locale;
    return name === "_fallbackFields" ? fallbackFieldsOf(schema, fields, reading) : system[name];
  };
  return {
    key: `${name}@${locale}`,
    write(_values, out, origin) {
      out.count();
      out.write(JSON.stringify(read(origin)));
    },
  };
}

/**
 * Makes the writer of a field: its value through the latest schema, as REST reads it; null when it is absent.
 */
function fieldWriter(
  selected: SelectedField,
  definition: FieldDefinition,
  scope: Scope,
): Writer<ContentFields> {
  const { name, field, nodes } = selected;
  const asked = scope.selection.argumentsOf(selected)["locale"] as string | null | undefined;
  const locale = asked ?? scope.locale;
  const named = field === undefined ? "" : getNamedType(field.type).name;
  const value = valueWriter(definition, { named, nodes }, { ...scope, locale });
  const reading = definition.localized === true ? scope.selection.readingOf(locale) : null;
  return {
    key: `${name}@${locale}${value.key}`,
    write(values, out, origin) {
      out.count();
      const read = readValue(values, definition, reading);
      if (read === null) out.write("null");
      else value.write(read, out, origin);
    },
  };
}

/** Makes the writer of a value that has the shape of its definition. */
function valueWriter(
  definition: AnyDefinition,
  { named, nodes }: { named: string; nodes: readonly FieldNode[] },
  scope: Scope,
): Writer<unknown> {
  const { selection, placeholders, locale, path } = scope;
  switch (definition.type) {
    case "number":
      return definition.integer === true ? INT_WRITER : JSON_WRITER;
    case "media":
      return mediaWriter(new SelectedMedia(selection.fields(named, nodes)), scope);
    case "reference": {
      const { to } = definition;
      return {
        key: placeholders.reference(path, to, nodes, locale),
        write(value, out) {
          const { documentId } = value as { documentId: string };
          out.writePlaceholder({ kind: "reference", path, documentId, to });
        },
      };
    }
    case "array":
      return listWriter(definition.of, valueWriter(definition.of, { named, nodes }, scope));
    case "object": {
      // GraphQL has no object type without fields.
      if (definition.fields.length === 0) return { key: "", write: (_value, out) => out.write("{}") };
      const fields = selection.fields(named, nodes);
      const writer = objectWriter(fields, { ...scope, definitions: definition.fields });
      return {
        key: writer.key,
        write: (value, out, origin) => writer.write(value as ContentFields, out, origin),
      };
    }
    default:
      return JSON_WRITER;
  }
}

const JSON_WRITER: Writer<unknown> = { key: "", write: (value, out) => out.write(JSON.stringify(value)) };

const INT_WRITER: Writer<unknown> = {
  key: "",
  write(value, out) {
    if ((value as number) < INT.min || (value as number) > INT.max) throw new Unwritable("No Int.");
    out.write(JSON.stringify(value));
  },
};

function mediaWriter(media: SelectedMedia, { placeholders, path }: Scope): Writer<unknown> {
  placeholders.media(path, media);
  return {
    key: media.key,
    write(value, out) {
      const { storageId } = value as { storageId: string };
      if (media.hasUrl) out.writePlaceholder({ kind: "media", path, storageId });
      else out.write(media.json(storageId, undefined));
    },
  };
}

/** Makes the writer of a list; an item of another shape is absent, as such values are. */
const listWriter = (definition: AnyDefinition, item: Writer<unknown>): Writer<unknown> => ({
  key: `[${item.key}]`,
  write(value, out, origin) {
    out.write("[");
    let separator = "";
    for (const each of value as unknown[]) {
      out.count();
      const shaped = readShape(definition, each);
      if (shaped === null) continue;
      out.write(separator);
      separator = ",";
      item.write(shaped, out, origin);
    }
    out.write("]");
  },
});
