import { v7 } from "uuid";
import { invalidParams, ServiceError } from "../../contracts/errors.js";
import { MAX_PROJECTS } from "../../contracts/projects.js";
import type { Host } from "../../runtime/process/host.js";
import { isUniqueViolation, type Tx } from "../../runtime/database/transaction.js";
import { newProject } from "./new-project.js";
import { countOwned, insertProject, lockProjectsOf } from "./project.repository.js";
import type { ProjectSeen } from "./project-seen.repository.js";

/**
 * Makes a shared project. Throws `conflict` for an id that is or was in use: ids of deleted projects stay
 * taken. Throws `invalid_params` for an account that has 1,000 projects.
 */
export async function createProject(
  host: Pick<Host, "transact">,
  ownerId: string,
  { id, name }: { id: string; name: string },
): Promise<ProjectSeen> {
  const project = newProject({ id, ownerId, name, isDefault: false });
  await host
    .transact(async (tx) => {
      await lockProjectsOf(tx, ownerId);
      if ((await countOwned(tx, ownerId)) >= MAX_PROJECTS)
        throw invalidParams(
          `An account has at most ${MAX_PROJECTS} projects of its own beside its default one. Delete one first.`,
        );
      await insertProject(tx, project);
    })
    .catch((error: unknown) => {
      if (!isUniqueViolation(error)) throw error;
      throw new ServiceError("conflict", "There is a project with this id already.");
    });
  return { project, role: "owner" };
}

/** Makes the project that every account has and nobody can delete; returns its id. */
export async function makeDefaultProject(tx: Tx, accountId: string): Promise<string> {
  const project = newProject({ id: v7(), ownerId: accountId, name: "Default project", isDefault: true });
  await insertProject(tx, project);
  return project.id;
}
