import type { Auth } from "../../contracts/auth.js";
import { notFound, ServiceError } from "../../contracts/errors.js";
import type { ContentType } from "../../entities/content-type.js";
import type { Reader } from "../../runtime/database/transaction.js";
import { seeProject } from "../projects/index.js";
import {
  type DocumentLocation,
  locateDocument,
  readTypedDocument,
  type TypedDocument,
} from "./documents/document.repository.js";
import { type OpenedDocument, readOpened } from "./documents/draft-state.repository.js";
import { findType } from "./types/type.repository.js";

/*
 * The whole policy of the area (rules/content 39): every member of a project, owner or contributor, reads and
 * writes all of its content. Anybody else sees nothing of it, and gets `not_found` whether it exists or not.
 */

export const unknownProject = (): ServiceError => notFound("Unknown project.");
export const unknownType = (): ServiceError => notFound("Unknown content type.");
export const unknownDocument = (): ServiceError => notFound("Unknown document.");

/** Throws `not_found` unless the account is in the project. */
export async function requireProject(read: Reader, accountId: string, projectId: string): Promise<void> {
  if ((await seeProject(read, accountId, projectId)) === null) throw unknownProject();
}

/** Returns a type that the account sees. A type that is being deleted no longer exists. */
export async function requireSeenType(read: Reader, accountId: string, id: string): Promise<ContentType> {
  const type = await findType(read, id);
  if (type === null || type.deletedAt !== null) throw unknownType();
  if ((await seeProject(read, accountId, type.projectId)) === null) throw unknownType();
  return type;
}

/** Returns the location of a document that the account sees; its content is not read. */
export async function requireSeen(read: Reader, accountId: string, id: string): Promise<DocumentLocation> {
  const location = await locateDocument(read, accountId, id);
  if (location === null) throw unknownDocument();
  return location;
}

/** Returns a document that the account sees, with its type context. */
export async function requireDocument(read: Reader, accountId: string, id: string): Promise<TypedDocument> {
  const typed = await readTypedDocument(read, accountId, id);
  if (typed === null) throw unknownDocument();
  return typed;
}

/** Returns a document that the account sees, with its collaborative state. */
export async function requireOpened(read: Reader, accountId: string, id: string): Promise<OpenedDocument> {
  const opened = await readOpened(read, id);
  if (opened === null || (await seeProject(read, accountId, opened.document.projectId)) === null)
    throw unknownDocument();
  return opened;
}

/**
 * Throws `account_suspended`. Presence is not a write that an audit lists, but others are shown its content, so
 * a suspended account may not send it.
 */
export function allowPresence({ isSuspended }: Auth): void {
  if (isSuspended) throw new ServiceError("account_suspended");
}
