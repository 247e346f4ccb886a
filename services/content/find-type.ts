import { In, IsNull, Not } from "typeorm";
import { invalidParams, notFound } from "../../contracts/errors.js";
import { ContentType } from "../../entities/content-type.js";
import type { Reader, Tx } from "../../runtime/transaction.js";

/** How many names a refusal lists. */
const LISTED = 20;

/** A type by its name; null when the project has none, or is losing it. */
export async function findType(read: Reader, projectId: string, name: string): Promise<ContentType | null> {
  const type = await read.findOne(ContentType, { projectId, name });
  return type === null || type.deletedAt !== null ? null : type;
}

/** Every type of a project, oldest first. */
export const findTypes = (read: Reader, projectId: string): Promise<ContentType[]> =>
  read.find(ContentType, { projectId, deletedAt: IsNull() }, { order: { createdAt: "ASC", id: "ASC" } });

/** A type that a body or query names. Throws `invalid_params` that lists those there are (decisions 10). */
export async function requireType(read: Reader, projectId: string, name: string): Promise<ContentType> {
  const type = await findType(read, projectId, name);
  if (type !== null) return type;
  const names = (await findTypes(read, projectId)).map((each) => each.name);
  throw invalidParams(`type: there is no content type ${JSON.stringify(name)}; ${listOf(names)}.`);
}

/** What there is instead, for a refusal. */
export function listOf(names: readonly string[]): string {
  if (names.length === 0) return "the project has none yet";
  const rest = names.length > LISTED ? ` and ${names.length - LISTED} more` : "";
  return `there ${names.length === 1 ? "is" : "are"} ${names.slice(0, LISTED).join(", ")}${rest}`;
}

/**
 * The type of a document that a transaction writes, kept from changing until its end. Throws `not_found` once the
 * type is deleted, and its documents with it. Lock order: after documents and draft states, before the head.
 */
export async function holdType(tx: Tx, typeId: string): Promise<ContentType> {
  const type = await tx.findOneForShare(ContentType, { id: typeId });
  if (type === null || type.deletedAt !== null) throw notFound("Unknown document.");
  return type;
}

/** The type of a document that is read. Throws `not_found` like `holdType`. */
export async function typeOfDocument(read: Reader, typeId: string): Promise<ContentType> {
  const type = await read.findOne(ContentType, { id: typeId });
  if (type === null || type.deletedAt !== null) throw notFound("Unknown document.");
  return type;
}

/**
 * Ids of types that are deleted while their documents are still being removed: lists of documents leave them out.
 * Empty nearly always.
 */
export async function typesLeaving(read: Reader, projectId: string): Promise<string[]> {
  return read.ids(ContentType, { projectId, deletedAt: Not(IsNull()) }, 1000);
}

/** Those of the types by id that are there. */
export const findTypesById = (read: Reader, ids: readonly string[]): Promise<ContentType[]> =>
  ids.length === 0
    ? Promise.resolve([])
    : read.find(ContentType, { id: In([...new Set(ids)]), deletedAt: IsNull() });
