import { notFound } from "../../contracts/errors.js";
import { ContentType } from "../../entities/content-type.js";
import type { Reader, Tx } from "../../runtime/transaction.js";
import { isSeen, seenBy, seeProject } from "../projects/index.js";

/** Throws `not_found` unless the account is in the project: both roles read and write its content. */
export async function requireProject(read: Reader, accountId: string, projectId: string): Promise<void> {
  if ((await seeProject(read, accountId, projectId)) === null) throw unknownProject();
}

export const unknownProject = () => notFound("Unknown project.");

/** Whether the account is in the project, read once for those who ask at the same time in a transaction that they share. */
export const seesTogether = (tx: Tx, accountId: string, projectId: string): Promise<boolean> =>
  tx.once(`project ${projectId} for ${accountId}`, async () => {
    const [row] = await tx.query<{ sees: number | boolean }>(`SELECT ${isSeen("?")} AS sees`, [
      projectId,
      ...seenBy(accountId),
    ]);
    return Number(row?.sees) === 1;
  });

/** A type, if the account may see it. Otherwise throws `not_found`, whether it exists or not. */
export async function requireSeenType(read: Reader, accountId: string, id: string): Promise<ContentType> {
  const type = await read.findOne(ContentType, { id });
  const isSeen =
    type !== null && type.deletedAt === null && (await seeProject(read, accountId, type.projectId)) !== null;
  if (!isSeen) throw unknownType();
  return type;
}

export const unknownType = () => notFound("Unknown content type.");
