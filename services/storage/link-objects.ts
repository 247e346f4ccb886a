import { In } from "typeorm";
import { v7 } from "uuid";
import { invalidParams } from "../../contracts/errors.js";
import { UNKNOWN_STORAGE_ID } from "../../contracts/sentences.js";
import { ProjectLink } from "../../entities/project-link.js";
import { StorageObject } from "../../entities/storage-object.js";
import type { Host } from "../../runtime/process/host.js";
import { placeholders } from "../../runtime/database/placeholders.js";
import type { Tx } from "../../runtime/database/transaction.js";
import { noteMediaChange } from "../changes/index.js";
import { joinProject, type ProjectSeen } from "../projects/index.js";

/**
 * Links objects to a project, all or none; what is linked already stays as it is. Throws `invalid_params`
 * for an id that is neither the account's own committed object nor linked (rules/storage 26).
 */
export async function linkObjects(
  host: Pick<Host, "transact">,
  accountId: string,
  project: ProjectSeen["project"],
  storageIds: readonly string[],
): Promise<void> {
  const ids = [...new Set(storageIds)];
  await host.transact(async (tx) => {
    await joinProject(tx, { projectId: project.id, accountId });
    const objects = await lockObjects(tx, ids);
    const own = new Set(objects.filter(({ ownerId }) => ownerId === accountId).map(({ id }) => id));
    const links = await tx.find(ProjectLink, { projectId: project.id, storageId: In(ids) });
    const linked = new Set(links.map(({ storageId }) => storageId));
    if (ids.some((id) => !own.has(id) && !linked.has(id))) throw invalidParams(UNKNOWN_STORAGE_ID);
    // In a default project the owner's own media counts as linked (rules/delivery 13).
    if (project.isDefault) return;
    const fresh = ids.filter((id) => !linked.has(id));
    await insertLinks(tx, project.id, accountId, fresh);
    if (fresh.length > 0) await noteMediaChange(tx, [project.id], { storageIds: fresh });
  });
}

/** New links, in the order of the ids, written with the transaction's next statement; the caller has locked the project and the objects. */
export async function insertLinks(
  tx: Tx,
  projectId: string,
  addedByUserId: string,
  storageIds: readonly string[],
): Promise<void> {
  const createdAt = Date.now();
  const rows = storageIds.map((storageId) => ({ id: v7(), projectId, storageId, addedByUserId, createdAt }));
  await tx.withNext(tx.insertOf(ProjectLink, rows));
}

/** Committed objects, kept from being deleted until the transaction ends: no link survives its object. */
async function lockObjects(tx: Tx, ids: readonly string[]): Promise<StorageObject[]> {
  if (tx.database.dialect !== "sqlite")
    await tx.query(
      `SELECT id FROM storage_objects WHERE id IN (${placeholders(ids)}) ORDER BY id FOR UPDATE`,
      ids,
    );
  return tx.find(StorageObject, { id: In([...ids]), state: "committed" });
}
