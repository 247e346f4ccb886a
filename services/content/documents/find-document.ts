import { notFound } from "../../../contracts/errors.js";
import { ContentDocument } from "../../../entities/content-document.js";
import type { Reader, Tx } from "../../../runtime/transaction.js";
import { isSeen, seenBy, seeProject } from "../../projects/index.js";
import { type TypedDocument, readTypedDocument } from "./type-context.js";
import { type OpenedDocument, readOpened } from "./draft-state.js";

const unknown = () => notFound("Unknown document.");

/** A document with its type context, if the account may see it. Otherwise throws `not_found`, whether it exists or not. */
export async function requireDocument(read: Reader, accountId: string, id: string): Promise<TypedDocument> {
  const typed = await readTypedDocument(read, accountId, id);
  if (typed === null) throw unknown();
  return typed;
}

/** A document with its state, if the account may see it. Throws `not_found` like `requireDocument`. */
export async function requireOpened(read: Reader, accountId: string, id: string): Promise<OpenedDocument> {
  const opened = await readOpened(read, id);
  if (opened === null || (await seeProject(read, accountId, opened.document.projectId)) === null)
    throw unknown();
  return opened;
}

/** The same without reading the document's content. A document whose type is being deleted no longer exists. */
export async function requireSeen(read: Reader, accountId: string, id: string): Promise<void> {
  const rows = await read.query<{ id: string }>(
    `SELECT d.id FROM content_documents d JOIN content_types t ON t.id = d.typeId
      WHERE d.id = ? AND t.deletedAt IS NULL AND ${isSeen("d.projectId")}`,
    [id, ...seenBy(accountId)],
  );
  if (rows.length === 0) throw unknown();
}

/** A document's row, locked until the transaction ends. Throws `not_found` when it is gone. */
export async function lockDocument(tx: Tx, id: string): Promise<ContentDocument> {
  const document = await tx.findOneForUpdate(ContentDocument, { id });
  if (document === null) throw unknown();
  return document;
}
