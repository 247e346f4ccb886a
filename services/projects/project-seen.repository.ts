import type { ProjectRole } from "../../contracts/projects.js";
import { Project } from "../../entities/project.js";
import { placeholders } from "../../runtime/database/reader.js";
import type { Reader } from "../../runtime/database/transaction.js";

/** A project and what an account is in it. */
export interface ProjectSeen {
  project: Project;
  role: ProjectRole;
}

/** SQL: whether an account sees the project `p`. The one place of the rule; its parameters are `seenBy`. */
const SEES = `p.deletedAt IS NULL AND (p.ownerId = ?
    OR EXISTS (SELECT 1 FROM project_members m WHERE m.projectId = p.id AND m.accountId = ?))`;

export const seenBy = (accountId: string): string[] => [accountId, accountId];

/** The role of an account in a project that it sees. */
const roleIn = ({ ownerId }: Pick<Project, "ownerId">, accountId: string): ProjectRole =>
  ownerId === accountId ? "owner" : "contributor";

/**
 * What an account sees of a project, by one query; null for an account outside the project, for unknown ids and
 * for deleted ones alike.
 */
export async function seeProject(
  read: Reader,
  accountId: string,
  projectId: string,
): Promise<ProjectSeen | null> {
  const [row] = await read.prepared<Record<string, unknown>>(
    `SELECT p.* FROM projects p WHERE p.id = ? AND ${SEES}`,
    [projectId, ...seenBy(accountId)],
  );
  if (row === undefined) return null;
  const project = read.entity(Project, row);
  return { project, role: roleIn(project, accountId) };
}

/** A project that stands, for any caller; null when it is unknown or deleted. */
export async function findProject(read: Reader, projectId: string): Promise<ProjectSeen["project"] | null> {
  // asked for by nearly every request, so by plain columns
  const project = await read.findOne(Project, { id: projectId });
  return project === null || project.deletedAt !== null ? null : project;
}

/**
 * Returns the account whose turns the background work of a project takes: its owner's, so that the projects of one
 * account take the turns of one. Nothing is charged by it. A project whose row is gone counts as itself.
 */
export async function payerOfWork(read: Reader, projectId: string): Promise<string> {
  const [row] = await read.query<Pick<Project, "ownerId">>("SELECT ownerId FROM projects WHERE id = ?", [
    projectId,
  ]);
  return row?.ownerId ?? projectId;
}

/** The default project of an account. */
export const findDefaultProject = (read: Reader, ownerId: string): Promise<ProjectSeen["project"] | null> =>
  read.findOne(Project, { ownerId, isDefault: true });

/** The account's role in those of the projects that it sees. One query for all. */
export async function rolesIn(
  read: Reader,
  accountId: string,
  projectIds: readonly string[],
): Promise<Map<string, ProjectRole>> {
  const ids = [...new Set(projectIds)];
  if (ids.length === 0) return new Map();
  const projects = await read.query<Pick<Project, "id" | "ownerId">>(
    `SELECT p.id, p.ownerId FROM projects p WHERE p.id IN (${placeholders(ids)}) AND ${SEES}`,
    [...ids, ...seenBy(accountId)],
  );
  return new Map(projects.map((project) => [project.id, roleIn(project, accountId)]));
}

/** Returns the ids of all projects that an account sees. It reads the indexes on a project's owner and on members. */
export async function projectsSeenBy(read: Reader, accountId: string): Promise<string[]> {
  const projects = await read.query<Pick<Project, "id">>(
    `SELECT p.id FROM projects p WHERE p.ownerId = ? AND p.deletedAt IS NULL
      UNION SELECT p.id FROM project_members m JOIN projects p ON p.id = m.projectId
        WHERE m.accountId = ? AND p.deletedAt IS NULL`,
    seenBy(accountId),
  );
  return projects.map(({ id }) => id);
}

/** Those of some accounts that see a project. One query for all. */
export async function seersOf(
  read: Reader,
  projectId: string,
  accountIds: readonly string[],
): Promise<Set<string>> {
  const ids = [...new Set(accountIds)];
  const [row] = await read.query<Record<string, number | boolean>>(
    `SELECT ${ids.map((_id, at) => `${SEES_PROJECT} AS sees${at}`).join(", ")}`,
    ids.flatMap((id) => [projectId, ...seenBy(id)]),
  );
  return new Set(ids.filter((_id, at) => Number(row?.[`sees${at}`]) === 1));
}

/**
 * SQL: whether an account sees the project that a column names, for reads of other areas that find a row by its id and
 * ask who may see it in one round trip. Its parameters are `seenBy`.
 */
export const isSeen = (column: string): string =>
  `EXISTS (SELECT 1 FROM projects p WHERE p.id = ${column} AND ${SEES})`;

/** The same of a project by its id. Its parameters are that id, and the account's id twice. */
export const SEES_PROJECT = isSeen("?");
