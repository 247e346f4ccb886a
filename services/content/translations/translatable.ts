import type { ContentSchema } from "../../../contracts/content-schema.js";
import type { Reader } from "../../../runtime/database/transaction.js";
import { textsOf } from "../documents/derived-columns.js";
import { requireSeen, unknownDocument } from "../content.policy.js";
import { countOfTypes, idsAfter } from "../documents/document-list.repository.js";
import { readTypeContext } from "../types/type-context.repository.js";
import { type DocumentDraft, findDraft } from "./translatable.repository.js";
import { type Memory, readMemories } from "./translation-memory.repository.js";
import { findTypes } from "../types/all-types.repository.js";
import { readSettings, type SettingsRead } from "../settings/settings.repository.js";

/** A document with all that a translation reads of it. */
export interface Translatable {
  document: DocumentDraft;
  schema: ContentSchema;
  settings: SettingsRead;
  /** The machine translations by `memoryKey`. */
  memories: ReadonlyMap<string, Memory>;
}

/** Returns one document for translation, or null when it or its type is gone. Its draft is read once. */
export async function readTranslatable(read: Reader, documentId: string): Promise<Translatable | null> {
  const document = await findDraft(read, documentId);
  if (document === null) return null;
  const settings = await readSettings(read, document.projectId);
  const typeContext = await readTypeContext(read, document.typeId);
  if (typeContext === null) return null;
  const memories = await readMemories(read, [documentId]);
  return {
    document,
    schema: typeContext.schema,
    settings,
    memories: memories.get(documentId) ?? new Map<string, Memory>(),
  };
}

/** Returns a document for translation if the account may see it. Otherwise throws `not_found`. */
export async function requireTranslatable(
  read: Reader,
  accountId: string,
  documentId: string,
): Promise<Translatable> {
  await requireSeen(read, accountId, documentId);
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
