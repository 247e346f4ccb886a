import { placeholders } from "../../../runtime/placeholders.js";
import type { Reader } from "../../../runtime/transaction.js";

/** How many documents types have, by the type's id. One query, answered from an index. */
export async function countDocuments(read: Reader, typeIds: readonly string[]): Promise<Map<string, number>> {
  if (typeIds.length === 0) return new Map();
  const rows = await read.query<{ typeId: string; count: number }>(
    `SELECT typeId, COUNT(*) AS count FROM content_documents
      WHERE typeId IN (${placeholders(typeIds)}) GROUP BY typeId`,
    typeIds,
  );
  return new Map(rows.map(({ typeId, count }) => [typeId, Number(count)]));
}
