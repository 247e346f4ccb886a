import { ServiceError } from "../../contracts/errors.js";
import { Project } from "../../entities/project.js";
import type { Host } from "../../runtime/host.js";
import { isUniqueViolation } from "../../runtime/transaction.js";
import { newProject } from "./new-project.js";
import type { ProjectSeen } from "./see-project.js";

/** Makes a shared project. Throws `conflict` for an id that anybody has, or had: ids of deleted ones stay taken. */
export async function createProject(
  host: Host,
  ownerId: string,
  { id, name }: { id: string; name: string },
): Promise<ProjectSeen> {
  const project = newProject({ id, ownerId, name, isDefault: false });
  await host
    .transact((tx) => tx.insert(Project, project))
    .catch((error: unknown) => {
      if (!isUniqueViolation(error)) throw error;
      throw new ServiceError("conflict", "There is a project with this id already.");
    });
  return { project, role: "owner" };
}
