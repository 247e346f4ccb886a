import { v7 } from "uuid";
import { ContentChange } from "../../entities/content-change.js";
import { ContentHead } from "../../entities/content-head.js";
import { chunks } from "../../runtime/chunks.js";
import type { Tx } from "../../runtime/transaction.js";

/** What a transaction changed, as the read models of delivery need it. */
export interface NewChange {
  /** `document`: one of them. `type`: its schema, or all its documents. `links`: whether the project has a file. */
  kind: ContentChange["kind"];
  /** False: only what preview tokens see. */
  isPublished: boolean;
  typeId?: string;
  documentId?: string;
  /** Of `links`; without it, any file. */
  storageId?: string;
}

/** The line of those who change a project's content: they wait for each other at its head. */
export const changersOf = (projectId: string): string => `content of ${projectId}`;

/** Of a server: what `LAST_INSERT_ID(revision)` noted when the head was written, on this connection. */
const REVISION = "LAST_INSERT_ID()";
const ROWS = 500;
/** So many need no read of the head. */
const FEW = 32;

/**
 * Notes what the transaction changed; it is written down at its end, for it locks the project's head. That lock orders
 * the commits, so that a reader who has seen revision n has seen all before it.
 */
export function recordChange(tx: Tx, projectId: string, changes: readonly NewChange[]): void {
  tx.atEnd(`head of ${projectId}`, changes, (end, all) => write(end, projectId, all));
}

async function write(tx: Tx, projectId: string, changes: readonly NewChange[]): Promise<void> {
  const lastPublished = changes.findLastIndex(({ isPublished }) => isPublished) + 1;
  await advance(tx, projectId, changes.length, lastPublished);
  if (changes.length <= FEW) await insertFew(tx, projectId, changes);
  else await insertMany(tx, projectId, changes);
}

/** Revisions are counted by the server: nearly all transactions make few changes, and do not wait for the head. */
async function insertFew(tx: Tx, projectId: string, changes: readonly NewChange[]): Promise<void> {
  const createdAt = Date.now();
  const isServer = tx.database.dialect !== "sqlite";
  const newest = isServer ? REVISION : "(SELECT revision FROM content_heads WHERE id = ?)";
  const rows = changes.map(({ kind, isPublished, typeId, documentId, storageId }, at) => [
    v7(),
    projectId,
    ...(isServer ? [] : [projectId]),
    changes.length - 1 - at,
    kind,
    isPublished ? 1 : 0,
    typeId ?? null,
    documentId ?? null,
    storageId ?? null,
    createdAt,
  ]);
  await tx.runLater(
    `INSERT INTO content_changes (id, projectId, revision, kind, isPublished, typeId, documentId, storageId, createdAt)
       VALUES ${rows.map(() => `(?, ?, ${newest} - ?, ?, ?, ?, ?, ?, ?)`).join(", ")}`,
    rows.flat(),
  );
}

async function insertMany(tx: Tx, projectId: string, changes: readonly NewChange[]): Promise<void> {
  const head = await tx.findOne(ContentHead, { id: projectId });
  if (head === null) throw new Error("A head that was just written is not there.");
  const createdAt = Date.now();
  const before = head.revision - changes.length;
  const rows = changes.map(({ kind, isPublished, typeId, documentId, storageId }, index) => ({
    id: v7(),
    projectId,
    revision: before + index + 1,
    kind,
    isPublished,
    typeId: typeId ?? null,
    documentId: documentId ?? null,
    storageId: storageId ?? null,
    createdAt,
  }));
  for (const chunk of chunks(rows, ROWS)) await tx.insertLater(ContentChange, chunk);
}

/** Creates the head where it is missing, by one statement, so that two concurrent first changes both count. */
async function advance(tx: Tx, projectId: string, count: number, lastPublished: number): Promise<void> {
  // MySQL assigns from left to right: `revision` is still the old one where it is first read.
  const isServer = tx.database.dialect !== "sqlite";
  const noted = (value: string) => (isServer ? `LAST_INSERT_ID(${value})` : value);
  await tx.runLater(
    `INSERT INTO content_heads (id, revision, publishedRevision) VALUES (?, ${noted("?")}, ?)
       ${isServer ? "ON DUPLICATE KEY UPDATE" : "ON CONFLICT (id) DO UPDATE SET"}
       publishedRevision = CASE WHEN ? > 0 THEN revision + ? ELSE publishedRevision END,
       revision = ${noted("revision + ?")}`,
    [projectId, count, lastPublished, lastPublished, lastPublished, count],
  );
}
