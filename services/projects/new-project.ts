import type { Project } from "../../entities/project.js";

/** Makes the row of a new project. */
export function newProject(
  given: Pick<Project, "id" | "ownerId" | "name" | "isDefault">,
  now = Date.now(),
): Project {
  return {
    ...given,
    description: null,
    avatarStorageId: null,
    createdAt: now,
    updatedAt: now,
    deletedAt: null,
    purgedAt: null,
  };
}
