import { placeholders } from "../../../runtime/placeholders.js";
import type { Reader } from "../../../runtime/transaction.js";

/** What a machine wrote into one value, and from what (decisions 10, translation memory). */
export interface Memory {
  /** Of the source text that was translated. */
  sourceHash: string;
  /** Of the translation. */
  valueHash: string;
}

/** The key of a value among the translation memories of one document. */
export const memoryKey = (path: string, locale: string): string => `${locale} ${path}`;

interface Row extends Memory {
  documentId: string;
  locale: string;
  path: string;
}

/** The memories of some documents, by document and then by `memoryKey`. One query. */
export async function readMemories(
  read: Reader,
  documentIds: readonly string[],
): Promise<Map<string, Map<string, Memory>>> {
  const memories = new Map<string, Map<string, Memory>>();
  if (documentIds.length === 0) return memories;
  const rows = await read.query<Row>(
    `SELECT documentId, locale, path, sourceHash, valueHash FROM content_translations WHERE documentId IN (${placeholders(documentIds)})`,
    documentIds,
  );
  for (const { documentId, locale, path, sourceHash, valueHash } of rows) {
    const own = memories.get(documentId) ?? new Map<string, Memory>();
    memories.set(documentId, own);
    own.set(memoryKey(path, locale), { sourceHash, valueHash });
  }
  return memories;
}
