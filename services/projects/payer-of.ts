import type { Auth } from "../../contracts/auth.js";
import { notFound } from "../../contracts/errors.js";
import { Project } from "../../entities/project.js";
import type { Host } from "../../runtime/host.js";

/**
 * Naming one's own default project equals naming none (decisions 9): the caller pays. Another
 * account's project reads as unknown.
 */
export async function payerOf(
  host: Host,
  auth: Auth,
  projectId: string | null,
): Promise<{ projectId: string | null; payerId: string }> {
  if (projectId === null) return { projectId: null, payerId: auth.accountId };
  const project = await host.read.findOne(Project, { id: projectId, ownerId: auth.accountId });
  if (project === null) throw notFound("Unknown project.");
  return { projectId: project.isDefault ? null : project.id, payerId: project.ownerId };
}
