import { In } from "typeorm";
import { ContentDocument } from "../../../entities/content-document.js";
import { ContentDraftState } from "../../../entities/content-draft-state.js";
import { ContentReference } from "../../../entities/content-reference.js";
import { ContentRevision } from "../../../entities/content-revision.js";
import { ContentTranslation } from "../../../entities/content-translation.js";
import { placeholders } from "../../../runtime/database/reader.js";
import type { Reader, Tx } from "../../../runtime/database/transaction.js";
import { isSeen, seenBy } from "../../projects/index.js";
import {
  FROM_TYPES,
  toTypeContext,
  TYPE_CONTEXT_COLUMNS,
  TYPE_STANDS,
  type TypeContext,
  type TypeContextRow,
} from "../types/type-context.repository.js";
import { measureDocuments } from "../room/measure.repository.js";
import { forUpdate } from "./batch/batch.repository.js";

/** The location of a document, and the size of its draft when it was found. */
export interface DocumentLocation {
  projectId: string;
  /** The name of the document's type. */
  type: string;
  /** The size of the draft as JSON. Saves change it: a batch checks it again once it has the lock. */
  draftBytes: number;
}

/**
 * Returns the location of a document that the account sees, or null. A document whose type is being deleted
 * no longer exists.
 */
export async function locateDocument(
  read: Reader,
  accountId: string,
  id: string,
): Promise<DocumentLocation | null> {
  const [location] = await read.query<DocumentLocation>(
    `SELECT d.projectId, d.type, d.draftBytes
       FROM content_documents d JOIN content_types t ON t.id = d.typeId
      WHERE d.id = ? AND t.deletedAt IS NULL AND ${isSeen("d.projectId")}`,
    [id, ...seenBy(accountId)],
  );
  return location === undefined ? null : { ...location, draftBytes: Number(location.draftBytes) };
}

/** A document with its type context. */
export interface TypedDocument {
  document: ContentDocument;
  typeContext: TypeContext;
}

/** Returns a document with its type context, from one query; null when either is gone, or not visible. */
export async function readTypedDocument(
  read: Reader,
  accountId: string,
  id: string,
): Promise<TypedDocument | null> {
  const [row] = await read.prepared<TypeContextRow & Record<string, unknown>>(
    `SELECT d.*, ${TYPE_CONTEXT_COLUMNS} FROM ${FROM_TYPES} JOIN content_documents d ON d.typeId = t.id
       WHERE d.id = ? AND ${isSeen("d.projectId")} AND ${TYPE_STANDS}`,
    [id, ...seenBy(accountId)],
  );
  if (row === undefined) return null;
  return { document: read.entity(ContentDocument, row), typeContext: toTypeContext(row) };
}

export const findDocument = (read: Reader, id: string): Promise<ContentDocument | null> =>
  read.findOne(ContentDocument, { id });

/** Returns documents of a project in the order of their ids; those that are gone are left out. */
export const findDocuments = (
  read: Reader,
  projectId: string,
  ids: readonly string[],
): Promise<ContentDocument[]> =>
  read.find(ContentDocument, { id: In([...ids]), projectId }, { order: { id: "ASC" } });

/** Locks a document's row until the transaction ends, and returns it; null when it is gone. */
export const lockDocument = (tx: Tx, id: string): Promise<ContentDocument | null> =>
  tx.findOneForUpdate(ContentDocument, { id });

/** The columns of a document that the event of its deletion needs. */
export type DeletedDocument = Pick<ContentDocument, "id" | "projectId" | "type" | "publishedAt">;

/**
 * Locks documents that are about to be deleted, in the order of their ids, and returns those that are still
 * there.
 */
export async function lockDeleted(tx: Tx, ids: readonly string[]): Promise<DeletedDocument[]> {
  const rows = await tx.query<DeletedDocument>(
    `SELECT id, projectId, type, publishedAt FROM content_documents
      WHERE id IN (${placeholders(ids)}) ORDER BY id${forUpdate(tx)}`,
    ids,
  );
  return rows.map((row) => ({
    ...row,
    publishedAt: row.publishedAt === null ? null : Number(row.publishedAt),
  }));
}

/** The position of a pass over the documents of a type. */
export interface Position {
  createdAt: number;
  id: string;
}

/** Returns the next documents of a type after a position, oldest first, with the sizes of their drafts. */
export async function sizesAfter(
  read: Reader,
  typeId: string,
  { createdAt, id }: Position,
  limit: number,
): Promise<(Position & { draftBytes: number })[]> {
  const rows = await read.query<Position & { draftBytes: number }>(
    `SELECT id, createdAt, draftBytes FROM content_documents
      WHERE typeId = ? AND (createdAt > ? OR (createdAt = ? AND id > ?)) ORDER BY createdAt, id LIMIT ${limit}`,
    [typeId, createdAt, createdAt, id],
  );
  return rows.map((row) => ({
    id: row.id,
    createdAt: Number(row.createdAt),
    draftBytes: Number(row.draftBytes),
  }));
}

/** Updates columns of a document that the caller has locked. */
export async function updateDocument(
  tx: Tx,
  id: string,
  columns: Partial<Omit<ContentDocument, "id">>,
): Promise<void> {
  await tx.update(ContentDocument, { id }, columns as never);
}

/**
 * Deletes the rows of documents and of all that belongs to them. The caller has locked the documents. Returns the bytes that
 * they stored.
 */
export async function eraseDocuments(tx: Tx, ids: readonly string[]): Promise<number> {
  const bytes = await measureDocuments(tx, ids);
  const of = { documentId: only(ids) };
  for (const entity of [ContentReference, ContentRevision, ContentTranslation])
    await tx.delete<{ documentId: string }>(entity, of);
  for (const entity of [ContentDraftState, ContentDocument])
    await tx.delete<{ id: string }>(entity, { id: only(ids) });
  return bytes;
}

const only = (ids: readonly string[]) => (ids.length === 1 && ids[0] !== undefined ? ids[0] : In([...ids]));
