import { invalidParams } from "../../contracts/errors.js";
import { UNKNOWN_STORAGE_ID } from "../../contracts/sentences.js";
import type { Host } from "../../runtime/process/host.js";
import { noteMediaChange } from "../changes/index.js";
import { joinProject, type ProjectSeen } from "../projects/index.js";
import { findLinksTo, insertLinks } from "./link.repository.js";
import { lockCommitted } from "./object.repository.js";

/**
 * Links objects to a project, all or none; existing links stay. Throws `invalid_params` for an id that is
 * neither the account's own committed object nor linked (rules/storage 26).
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
    const objects = await lockCommitted(tx, ids);
    const own = new Set(objects.filter(({ ownerId }) => ownerId === accountId).map(({ id }) => id));
    const links = await findLinksTo(tx, { projectId: project.id, storageIds: ids });
    const linked = new Set(links.map(({ storageId }) => storageId));
    if (ids.some((id) => !own.has(id) && !linked.has(id))) throw invalidParams(UNKNOWN_STORAGE_ID);
    // In a default project the owner's own media counts as linked (rules/delivery 13).
    if (project.isDefault) return;
    const fresh = ids.filter((id) => !linked.has(id));
    await insertLinks(tx, { projectId: project.id, addedByUserId: accountId, storageIds: fresh });
    if (fresh.length > 0) await noteMediaChange(tx, [project.id], { storageIds: fresh });
  });
}
