import { In, IsNull } from "typeorm";
import type { ProjectRole } from "../../contracts/projects.js";
import { Project } from "../../entities/project.js";
import { ProjectMember } from "../../entities/project-member.js";
import type { Reader } from "../../runtime/transaction.js";

/** A project and what an account is in it. */
export interface ProjectSeen {
  project: Project;
  role: ProjectRole;
}

/** What an account sees of a project; null for strangers, for unknown ids and for deleted ones alike. */
export async function seeProject(
  read: Reader,
  accountId: string,
  projectId: string,
): Promise<ProjectSeen | null> {
  const project = await findProject(read, projectId);
  if (project === null) return null;
  if (project.ownerId === accountId) return { project, role: "owner" };
  const member = await read.findOne(ProjectMember, { projectId, accountId });
  return member === null ? null : { project, role: "contributor" };
}

/** A project that stands, whoever asks; null when it is unknown or deleted. */
export async function findProject(read: Reader, projectId: string): Promise<ProjectSeen["project"] | null> {
  // asked for by nearly every request, so by plain columns
  const project = await read.findOne(Project, { id: projectId });
  return project === null || project.deletedAt !== null ? null : project;
}

/** The default project of an account. */
export const findDefaultProject = (read: Reader, ownerId: string): Promise<ProjectSeen["project"] | null> =>
  read.findOne(Project, { ownerId, isDefault: true });

/** The account's role in those of the projects that it sees. Two queries for all. */
export async function rolesIn(
  read: Reader,
  accountId: string,
  projectIds: readonly string[],
): Promise<Map<string, ProjectRole>> {
  const ids = [...new Set(projectIds)];
  if (ids.length === 0) return new Map();
  const projects = await read.find(Project, { id: In(ids), deletedAt: IsNull() });
  const foreign = projects.filter(({ ownerId }) => ownerId !== accountId).map(({ id }) => id);
  const memberships =
    foreign.length === 0 ? [] : await read.find(ProjectMember, { projectId: In(foreign), accountId });
  return new Map<string, ProjectRole>([
    ...projects.filter(({ ownerId }) => ownerId === accountId).map(({ id }) => [id, "owner"] as const),
    ...memberships.map(({ projectId }) => [projectId, "contributor"] as const),
  ]);
}

/**
 * SQL: whether an account sees the project that a column names, for reads of other areas that find a row by its id and
 * ask who may see it in one way there and back. Its parameters are `seenBy`.
 */
export const isSeen = (column: string): string =>
  `EXISTS (SELECT 1 FROM projects p WHERE p.id = ${column} AND p.deletedAt IS NULL AND (p.ownerId = ?
     OR EXISTS (SELECT 1 FROM project_members m WHERE m.projectId = p.id AND m.accountId = ?)))`;

export const seenBy = (accountId: string): string[] => [accountId, accountId];
