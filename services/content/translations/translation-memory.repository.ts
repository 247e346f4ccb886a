import { createHash } from "node:crypto";
import { In } from "typeorm";
import { v7 } from "uuid";
import { ContentTranslation } from "../../../entities/content-translation.js";
import { placeholders } from "../../../runtime/database/reader.js";
import type { Reader, Tx } from "../../../runtime/database/transaction.js";

/** The fingerprints of one value that a machine translated and of its source (rules/translation 3). */
export interface Memory {
  /** The fingerprint of the source text that was translated. */
  sourceHash: string;
  /** The fingerprint of the translation. */
  valueHash: string;
}

/** Returns the key of a value among the translation memories of one document. */
export const memoryKey = (path: string, locale: string): string => `${locale} ${path}`;

interface Row extends Memory {
  documentId: string;
  locale: string;
  path: string;
}

/** Returns the memories of some documents, by document and then by `memoryKey`, from one query. */
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

/** A translation that a machine has just made. */
export interface NewMemory extends Memory {
  locale: string;
  path: string;
  model: string;
}

/**
 * Stores the machine translations of a draft, in the transaction that saves the draft, in place of older ones
 * for the same values. The caller has locked the document.
 */
export async function saveTranslationMemory(
  tx: Tx,
  { id: documentId, projectId }: { id: string; projectId: string },
  memories: readonly NewMemory[],
): Promise<void> {
  const createdAt = Date.now();
  const rows = memories.map((memory) => ({
    id: v7(),
    projectId,
    documentId,
    pathHash: createHash("sha256").update(memory.path).digest("hex"),
    ...memory,
    createdAt,
  }));
  for (const [locale, own] of Map.groupBy(rows, (row) => row.locale))
    await tx.delete(ContentTranslation, {
      documentId,
      locale,
      pathHash: In(own.map(({ pathHash }) => pathHash)),
    });
  if (rows.length > 0) await tx.insert(ContentTranslation, rows);
}
