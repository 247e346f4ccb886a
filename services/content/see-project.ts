import { notFound } from "../../contracts/errors.js";
import { ContentType } from "../../entities/content-type.js";
import type { Reader, Tx } from "../../runtime/transaction.js";
import { type ProjectSeen, seeProject } from "../projects/index.js";

/** Throws `not_found` unless the account is in the project: both roles read and write its content. */
export async function requireProject(read: Reader, accountId: string, projectId: string): Promise<void> {
  if ((await seeProject(read, accountId, projectId)) === null) throw unknownProject();
}

export const unknownProject = () => notFound("Unknown project.");

/** What the account sees of the project, read once for those who share the transaction. */
export const seeTogether = (tx: Tx, accountId: string, projectId: string): Promise<ProjectSeen | null> =>
  tx.once(`project ${projectId} for ${accountId}`, () => seeProject(tx, accountId, projectId));

/** A type, if the account may see it. Otherwise throws `not_found`, whether it exists or not. */
export async function requireSeenType(read: Reader, accountId: string, id: string): Promise<ContentType> {
  const type = await read.findOne(ContentType, { id });
  const isSeen =
    type !== null && type.deletedAt === null && (await seeProject(read, accountId, type.projectId)) !== null;
  if (!isSeen) throw unknownType();
  return type;
}

export const unknownType = () => notFound("Unknown content type.");
