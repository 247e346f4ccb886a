import { notFound } from "../../contracts/errors.js";
import type { Tx } from "../../runtime/database/transaction.js";
import { findMember, lockProject } from "./project.repository.js";

/**
 * For a transaction that adds to a project (work, links): the account is still in it and it is not being
 * deleted, until the transaction ends. Throws `not_found`. A null id is outside of any project.
 */
export async function joinProject(
  tx: Tx,
  { projectId, accountId }: { projectId: string | null; accountId: string },
): Promise<void> {
  if (projectId === null) return;
  const project = await lockProject(tx, projectId);
  if (project === null) throw notFound("Unknown project.");
  if (project.ownerId === accountId) return;
  if ((await findMember(tx, projectId, { accountId })) === null) throw notFound("Unknown project.");
}

/** The project's id if it still stands, and then until the transaction ends; null otherwise. */
export async function liveProject(tx: Tx, projectId: string | null): Promise<string | null> {
  if (projectId === null) return null;
  return (await lockProject(tx, projectId)) === null ? null : projectId;
}
