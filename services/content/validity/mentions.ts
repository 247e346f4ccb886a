import type { ContentFields, ContentSchema, FieldDefinition } from "../../../contracts/content-schema.js";
import { type AnyDefinition, isLocalized, isPlainObject } from "../../../contracts/content-values.js";
import { idIn } from "./check-draft.js";

/** A reference of a draft to another row. */
export interface Mention {
  /** In lower case; it may be no UUID at all. */
  id: string;
  /** The path, written as in issues: `gallery[2]`. */
  path: string;
}

export interface Mentions {
  documents: Mention[];
  media: Mention[];
}

/** Every reference and every media file that a draft or a published payload names, in the order of the schema. */
export function mentionsOf(schema: ContentSchema, draft: ContentFields): Mentions {
  const found: Mentions = { documents: [], media: [] };
  collectFields(schema.fields, draft, "", found);
  return found;
}

/** The ids that are mentioned, each of them once. */
export const idsOf = (mentions: readonly Mention[]): string[] => [...new Set(mentions.map(({ id }) => id))];

function collectFields(
  definitions: readonly FieldDefinition[],
  values: Record<string, unknown>,
  prefix: string,
  found: Mentions,
): void {
  for (const definition of definitions) {
    if (!Object.hasOwn(values, definition.name)) continue;
    const value = values[definition.name];
    const path = prefix + definition.name;
    if (isLocalized(definition) && isPlainObject(value) && !Object.hasOwn(value, "storageId"))
      for (const own of Object.values(value)) collect(definition, own, path, found);
    else collect(definition, value, path, found);
  }
}

function collect(definition: AnyDefinition, value: unknown, path: string, found: Mentions): void {
  switch (definition.type) {
    case "media":
      return note(found.media, idIn(value, "storageId"), path);
    case "reference":
      return note(found.documents, idIn(value, "documentId"), path);
    case "object":
      if (isPlainObject(value)) collectFields(definition.fields, value, `${path}.`, found);
      return;
    case "array":
      if (Array.isArray(value))
        value.forEach((item, index) => collect(definition.of, item, `${path}[${index}]`, found));
      return;
    default:
  }
}

function note(into: Mention[], id: string | null, path: string): void {
  if (id !== null) into.push({ id, path });
}
