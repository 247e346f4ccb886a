import type { ContentSchema } from "../../../contracts/content-schema.js";
import type { ContentDocument } from "../../../entities/content-document.js";
import type { Reader } from "../../../runtime/database/transaction.js";
import { textsOf } from "../documents/derived-columns.js";
import { requireDocument, unknownDocument } from "../content.policy.js";
import { countOfTypes, idsAfter } from "../documents/document-list.repository.js";
import { findDocument, findDocuments } from "../documents/document.repository.js";
import { readTypeContexts } from "../types/type-context.repository.js";
import { type Memory, readMemories } from "./translation-memory.repository.js";
import { findTypes } from "../types/all-types.repository.js";
import { readSettings, type SettingsRead } from "../settings/settings.repository.js";

/** A document with all that a translation reads of it. */
export interface Translatable {
  document: ContentDocument;
  schema: ContentSchema;
  settings: SettingsRead;
  /** The machine translations by `memoryKey`. */
  memories: ReadonlyMap<string, Memory>;
}

/** Returns documents of a project for translation, in the order of their ids; missing ones are left out. */
export async function readTranslatables(
  read: Reader,
  projectId: string,
  documentIds: readonly string[],
): Promise<Translatable[]> {
  if (documentIds.length === 0) return [];
  const documents = await findDocuments(read, projectId, documentIds);
  const settings = await readSettings(read, projectId);
  const typeContexts = await readTypeContexts(
    read,
    documents.map(({ typeId }) => typeId),
  );
  const memories = await readMemories(
    read,
    documents.map(({ id }) => id),
  );
  return documents.flatMap((document) => {
    const typeContext = typeContexts.get(document.typeId);
    return typeContext === undefined
      ? []
      : [
          {
            document,
            schema: typeContext.schema,
            settings,
            memories: memories.get(document.id) ?? new Map(),
          },
        ];
  });
}

/** Returns one document for translation, or null when it is gone. */
export async function readTranslatable(read: Reader, documentId: string): Promise<Translatable | null> {
  const document = await findDocument(read, documentId);
  if (document === null) return null;
  return (await readTranslatables(read, document.projectId, [documentId]))[0] ?? null;
}

/** Returns a document for translation if the account may see it. Otherwise throws `not_found`. */
export async function requireTranslatable(
  read: Reader,
  accountId: string,
  documentId: string,
): Promise<Translatable> {
  await requireDocument(read, accountId, documentId);
  const found = await readTranslatable(read, documentId);
  if (found === null) throw unknownDocument();
  return found;
}

/** Returns the ids of a project's types that have something to translate. */
async function localizedTypes(read: Reader, projectId: string): Promise<string[]> {
  const { types } = await findTypes(read, projectId);
  return types.filter(({ schema }) => textsOf(schema.fields).length > 0).map(({ id }) => id);
}

/** Returns the ids of the next documents with localized fields, in the order of ids. */
export async function nextTranslatable(
  read: Reader,
  projectId: string,
  after: string | null,
  limit: number,
): Promise<string[]> {
  const ids: string[] = [];
  // The types are read one by one in the order of the index: one query of all types would sort all of their
  // documents for each page.
  for (const typeId of await localizedTypes(read, projectId))
    ids.push(...(await idsAfter(read, typeId, after ?? "", limit)));
  return ids.sort().slice(0, limit);
}

/** Returns the number of a project's documents that have localized fields. */
export async function countTranslatable(longRead: Reader, projectId: string): Promise<number> {
  const types = await localizedTypes(longRead, projectId);
  return types.length === 0 ? 0 : countOfTypes(longRead, types);
}
