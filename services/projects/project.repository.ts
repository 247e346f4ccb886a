import { In, IsNull } from "typeorm";
import { Project } from "../../entities/project.js";
import { ProjectInvite } from "../../entities/project-invite.js";
import { ProjectMember } from "../../entities/project-member.js";
import type { Host } from "../../runtime/process/host.js";
import type { Reader, Tx } from "../../runtime/database/transaction.js";
import { findDefaultProject, type ProjectSeen } from "./project-seen.repository.js";

/** Returns contributors in the order in which they joined. */
export const findMembers = (read: Reader, projectId: string): Promise<ProjectMember[]> =>
  read.find(ProjectMember, { projectId }, { order: { joinedAt: "ASC", id: "ASC" } });

/** Returns pending invites of a project, newest first. */
export const findInvites = (read: Reader, projectId: string): Promise<ProjectInvite[]> =>
  read.find(ProjectInvite, { projectId }, { order: { createdAt: "DESC", id: "DESC" } });

/** Returns an invite to an address with its project; null when there is none, or its project is gone. */
export async function findInviteTo(
  read: Reader,
  email: string,
  inviteId: string,
): Promise<{ invite: ProjectInvite; project: Project } | null> {
  const invite = await read.findOne(ProjectInvite, { id: inviteId, email });
  if (invite === null) return null;
  const project = await read.findOne(Project, { id: invite.projectId, deletedAt: IsNull() });
  return project === null ? null : { invite, project };
}

/** Returns true when an invite to an existing project waits for the address. */
export const isInvited = async (read: Reader, email: string): Promise<boolean> =>
  (await findInvitesTo(read, email)).length > 0;

/** Invites to one address that are shown, the newest ones: anybody may make an invite. */
const MAX_INVITES_SHOWN = 1000;

/** Returns pending invites to an address with their projects, newest first; at most 1,000. */
export async function findInvitesTo(
  read: Reader,
  email: string,
): Promise<{ invite: ProjectInvite; project: Project }[]> {
  const invites = await read.find(
    ProjectInvite,
    { email },
    { order: { createdAt: "DESC", id: "DESC" }, limit: MAX_INVITES_SHOWN },
  );
  const projects = await findLive(
    read,
    invites.map(({ projectId }) => projectId),
  );
  const byId = new Map(projects.map((project) => [project.id, project]));
  return invites.flatMap((invite) => {
    const project = byId.get(invite.projectId);
    return project === undefined ? [] : [{ invite, project }];
  });
}

/**
 * Projects that are read on the main thread; more are read by other threads, since an account may have a
 * thousand projects of 8 KB each.
 */
const FEW = 200;
const OWN = "SELECT * FROM projects WHERE ownerId = ? AND deletedAt IS NULL ORDER BY updatedAt DESC, id DESC";

async function findOwn(
  { read, longRead }: Pick<Host, "read" | "longRead">,
  ownerId: string,
): Promise<Project[]> {
  const first = await read.query<Record<string, unknown>>(`${OWN} LIMIT ${FEW + 1}`, [ownerId]);
  const rows = first.length <= FEW ? first : await longRead.query<Record<string, unknown>>(OWN, [ownerId]);
  return read.entities(Project, rows);
}

/** Returns every project that an account owns or contributes to, most recently updated first. */
export async function findProjectsOf(
  host: Pick<Host, "read" | "longRead">,
  accountId: string,
): Promise<ProjectSeen[]> {
  const { read } = host;
  const memberships = await read.find(ProjectMember, { accountId });
  const [own, foreign] = await Promise.all([
    findOwn(host, accountId),
    findLive(
      memberships.length <= FEW ? read : host.longRead,
      memberships.map(({ projectId }) => projectId),
    ),
  ]);
  const seen: ProjectSeen[] = [
    ...own.map((project) => ({ project, role: "owner" as const })),
    ...foreign.map((project) => ({ project, role: "contributor" as const })),
  ];
  return seen.toSorted(
    (a, b) => b.project.updatedAt - a.project.updatedAt || (a.project.id < b.project.id ? 1 : -1),
  );
}

const findLive = (read: Reader, ids: readonly string[]): Promise<Project[]> =>
  ids.length === 0
    ? Promise.resolve([])
    : read.find(Project, { id: In([...new Set(ids)]), deletedAt: IsNull() });

/** Finds a project, also a deleted one. */
export const findAnyProject = (read: Reader, id: string): Promise<Project | null> =>
  read.findOne(Project, { id });

/** Reads and locks the row of a project until the transaction ends; null for a deleted project. */
export async function lockProject(tx: Tx, id: string): Promise<Project | null> {
  const project = await tx.findOneForUpdate(Project, { id });
  return project === null || project.deletedAt !== null ? null : project;
}

/**
 * Locks the row of an account's default project until the transaction ends: it is the lock of the numbers of
 * projects that the account has and has joined, and of its triggers. It comes before the row of any other project.
 */
export async function lockProjectsOf(tx: Tx, accountId: string): Promise<void> {
  const own = await findDefaultProject(tx, accountId);
  if (own !== null) await tx.findOneForUpdate(Project, { id: own.id });
}

/** Counts the projects that an account owns besides its default one. The caller has locked them. */
export const countOwned = (tx: Tx, ownerId: string): Promise<number> =>
  tx.count(Project, { ownerId, isDefault: false, deletedAt: IsNull() });

/** Counts the projects of others that an account has joined. The caller has locked them. */
export const countJoined = (tx: Tx, accountId: string): Promise<number> =>
  tx.count(ProjectMember, { accountId });

export const insertProject = (tx: Tx, project: Project): Promise<void> => tx.insert(Project, project);

export async function updateProject(tx: Tx, id: string, change: Partial<Omit<Project, "id">>): Promise<void> {
  await tx.update(Project, { id }, change);
}

/** Finds a contributor by account or by address. */
export const findMember = (
  read: Reader,
  projectId: string,
  by: { accountId: string } | { email: string },
): Promise<ProjectMember | null> => read.findOne(ProjectMember, { projectId, ...by });

export const insertMember = (tx: Tx, member: ProjectMember): Promise<void> =>
  tx.insert(ProjectMember, member);

/** Deletes a contributor; returns true when there was one. */
export const deleteMember = async (tx: Tx, projectId: string, accountId: string): Promise<boolean> =>
  (await tx.delete(ProjectMember, { projectId, accountId })) > 0;

/** Finds a pending invite of a project by id or by address. */
export const findInvite = (
  read: Reader,
  projectId: string,
  by: { id: string } | { email: string },
): Promise<ProjectInvite | null> => read.findOne(ProjectInvite, { projectId, ...by });

export const insertInvite = (tx: Tx, invite: ProjectInvite): Promise<void> =>
  tx.insert(ProjectInvite, invite);

/** Deletes an invite; returns true when it was still pending. */
export const deleteInvite = async (tx: Tx, id: string): Promise<boolean> =>
  (await tx.delete(ProjectInvite, { id })) > 0;

/** Counts a project's contributors and pending invites together, without its owner. */
export const countPeople = async (read: Reader, projectId: string): Promise<number> =>
  (await read.count(ProjectMember, { projectId })) + (await read.count(ProjectInvite, { projectId }));

/** Deletes all memberships and invites of a project. */
export async function deletePeople(tx: Tx, projectId: string): Promise<void> {
  await tx.delete(ProjectMember, { projectId });
  await tx.delete(ProjectInvite, { projectId });
}
