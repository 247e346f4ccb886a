import { createHash } from "node:crypto";
import { In } from "typeorm";
import { v7 } from "uuid";
import { ContentTranslation } from "../../../entities/content-translation.js";
import type { Tx } from "../../../runtime/transaction.js";
import type { Memory } from "./translation-memory.js";

/** What a machine has just translated. */
export interface NewMemory extends Memory {
  locale: string;
  path: string;
  model: string;
}

/**
 * Stores the machine translations of a draft, in the transaction that saves the draft, in place of older ones for the
 * same values. The caller has locked the document.
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
