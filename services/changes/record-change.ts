import { v7 } from "uuid";
import { ContentChange } from "../../entities/content-change.js";
import { ContentHead } from "../../entities/content-head.js";
import { chunks } from "../../runtime/chunks.js";
import type { Tx } from "../../runtime/transaction.js";

/** What a transaction changed, as the read models of delivery need it. */
export interface NewChange {
  /** `document`: one of them. `type`: its schema, or all its documents. */
  kind: ContentChange["kind"];
  /** False: only what preview tokens see. */
  isPublished: boolean;
  typeId?: string;
  documentId?: string;
}

const ROWS = 500;

/**
 * Writes down what the transaction changed. Call it last: it locks the project's head, and that lock orders the
 * commits, so that a reader who has seen revision n has seen all before it.
 */
export async function recordChange(tx: Tx, projectId: string, changes: readonly NewChange[]): Promise<void> {
  const lastPublished = changes.findLastIndex(({ isPublished }) => isPublished) + 1;
  await advance(tx, projectId, changes.length, lastPublished);
  const [only] = changes;
  if (only !== undefined && changes.length === 1) await insertOne(tx, projectId, only);
  else await insertAll(tx, projectId, changes);
}

/** Nearly all transactions make a single change; for that the head is not read. */
async function insertOne(
  tx: Tx,
  projectId: string,
  { kind, isPublished, typeId, documentId }: NewChange,
): Promise<void> {
  await tx.runLater(
    `INSERT INTO content_changes (id, projectId, revision, kind, isPublished, typeId, documentId, createdAt)
       SELECT ?, id, revision, ?, ?, ?, ?, ? FROM content_heads WHERE id = ?`,
    [v7(), kind, isPublished ? 1 : 0, typeId ?? null, documentId ?? null, Date.now(), projectId],
  );
}

async function insertAll(tx: Tx, projectId: string, changes: readonly NewChange[]): Promise<void> {
  const head = await tx.findOne(ContentHead, { id: projectId });
  if (head === null) throw new Error("A head that was just written is not there.");
  const createdAt = Date.now();
  const before = head.revision - changes.length;
  const rows = changes.map(({ kind, isPublished, typeId, documentId }, index) => ({
    id: v7(),
    projectId,
    revision: before + index + 1,
    kind,
    isPublished,
    typeId: typeId ?? null,
    documentId: documentId ?? null,
    createdAt,
  }));
  for (const chunk of chunks(rows, ROWS)) await tx.insertLater(ContentChange, chunk);
}

/** Creates the head where it is missing, by one statement, so that two concurrent first changes both count. */
async function advance(tx: Tx, projectId: string, count: number, lastPublished: number): Promise<void> {
  // MySQL assigns from left to right: `revision` is still the old one where it is first read.
  const assignments = `publishedRevision = CASE WHEN ? > 0 THEN revision + ? ELSE publishedRevision END,
    revision = revision + ?`;
  const onConflict =
    tx.database.dialect === "sqlite" ? "ON CONFLICT (id) DO UPDATE SET" : "ON DUPLICATE KEY UPDATE";
  await tx.runLater(
    `INSERT INTO content_heads (id, revision, publishedRevision) VALUES (?, ?, ?) ${onConflict} ${assignments}`,
    [projectId, count, lastPublished, lastPublished, lastPublished, count],
  );
}
