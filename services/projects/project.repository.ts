import { In, IsNull } from "typeorm";
import { Project } from "../../entities/project.js";
import { ProjectInvite } from "../../entities/project-invite.js";
import { ProjectMember } from "../../entities/project-member.js";
import type { Reader } from "../../runtime/transaction.js";
import type { ProjectSeen } from "./see-project.js";

/** Contributors in the order in which they joined. */
export const findMembers = (read: Reader, projectId: string): Promise<ProjectMember[]> =>
  read.find(ProjectMember, { projectId }, { order: { joinedAt: "ASC", id: "ASC" } });

/** Pending invites of a project, newest first. */
export const findInvites = (read: Reader, projectId: string): Promise<ProjectInvite[]> =>
  read.find(ProjectInvite, { projectId }, { order: { createdAt: "DESC", id: "DESC" } });

/** An invite to an address, with its project. Null when there is none, or its project is gone. */
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

/** Whether an invite to a project that stands waits for the address. */
export const isInvited = async (read: Reader, email: string): Promise<boolean> =>
  (await findInvitesTo(read, email)).length > 0;

/** Pending invites to an address with their projects, newest first. */
export async function findInvitesTo(
  read: Reader,
  email: string,
): Promise<{ invite: ProjectInvite; project: Project }[]> {
  const invites = await read.find(ProjectInvite, { email }, { order: { createdAt: "DESC", id: "DESC" } });
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

/** Every project that an account owns or contributes to, most recently updated first. */
export async function findProjectsOf(read: Reader, accountId: string): Promise<ProjectSeen[]> {
  const memberships = await read.find(ProjectMember, { accountId });
  const [own, foreign] = await Promise.all([
    read.find(Project, { ownerId: accountId, deletedAt: IsNull() }),
    findLive(
      read,
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
