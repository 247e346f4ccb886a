import { notFound } from "../../../contracts/errors.js";
import { ContentDocument } from "../../../entities/content-document.js";
import { placeholders } from "../../../runtime/placeholders.js";
import type { Reader, Tx } from "../../../runtime/transaction.js";
import { isSeen, seenBy, seeProject } from "../../projects/index.js";
import { type TypedDocument, readTypedDocument } from "./type-context.js";
import { type OpenedDocument, readOpened } from "./draft-state.js";
import type { Place } from "./places.js";

export const unknownDocument = () => notFound("Unknown document.");

/** A document with its type context, if the account may see it. Otherwise throws `not_found`, whether it exists or not. */
export async function requireDocument(read: Reader, accountId: string, id: string): Promise<TypedDocument> {
  const typed = await readTypedDocument(read, accountId, id);
  if (typed === null) throw unknownDocument();
  return typed;
}

/** A document with its state, if the account may see it. Throws `not_found` like `requireDocument`. */
export async function requireOpened(read: Reader, accountId: string, id: string): Promise<OpenedDocument> {
  const opened = await readOpened(read, id);
  if (opened === null || (await seeProject(read, accountId, opened.document.projectId)) === null)
    throw unknownDocument();
  return opened;
}

/** The same without reading the document's content. A document whose type is being deleted no longer exists. */
export async function requireSeen(read: Reader, accountId: string, id: string): Promise<Place> {
  const [place] = await read.query<Place>(
    `SELECT d.projectId, d.typeId, d.draftBytes AS bytes
       FROM content_documents d JOIN content_types t ON t.id = d.typeId
      WHERE d.id = ? AND t.deletedAt IS NULL AND ${isSeen("d.projectId")}`,
    [id, ...seenBy(accountId)],
  );
  if (place === undefined) throw unknownDocument();
  return { ...place, bytes: Number(place.bytes) };
}

/** A document's row, locked until the transaction ends. Throws `not_found` when it is gone. */
export async function lockDocument(tx: Tx, id: string): Promise<ContentDocument> {
  const document = await tx.findOneForUpdate(ContentDocument, { id });
  if (document === null) throw unknownDocument();
  return document;
}

/** The same; those who share the transaction lock theirs by one statement, in the order of ids. Null when it is gone. */
export const lockTogether = (tx: Tx, id: string): Promise<ContentDocument | null> =>
  tx.gather("documents", id, async (ids) => {
    const lock = tx.database.dialect === "sqlite" ? "" : " FOR UPDATE";
    const rows = await tx.query<Record<string, unknown>>(
      `SELECT * FROM content_documents WHERE id IN (${placeholders(ids)}) ORDER BY id${lock}`,
      ids,
    );
    return new Map(rows.map((row) => [String(row.id), tx.entity(ContentDocument, row)]));
  });
