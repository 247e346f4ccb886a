import type { Reader } from "../../../runtime/transaction.js";

/** What some documents of a type have in their `filled` column (`readFilled` reads it). */
export interface FilledValue {
  filledHash: string;
  filled: string;
  /** How many documents. */
  documents: number;
}

/** Every value of a type's `filled` column. There are few, however many documents there are, and no draft is read. */
export async function readFilledValues(read: Reader, typeId: string): Promise<FilledValue[]> {
  const rows = await read.query<FilledValue>(
    `SELECT grouped.filledHash, sample.filled, grouped.documents
       FROM (SELECT filledHash, MIN(id) AS sampleId, COUNT(*) AS documents
               FROM content_documents WHERE typeId = ? GROUP BY filledHash) grouped
       JOIN content_documents sample ON sample.id = grouped.sampleId`,
    [typeId],
  );
  return rows.map((row) => ({ ...row, documents: Number(row.documents) }));
}
