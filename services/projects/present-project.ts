import { getProfiles } from "../../contracts/identity.js";
import type {
  ProjectDetail,
  ProjectInviteView,
  ProjectMemberView,
  ProjectView,
} from "../../contracts/projects.js";
import { signMedia } from "../../contracts/storage.js";
import type { Project } from "../../entities/project.js";
import type { ProjectInvite } from "../../entities/project-invite.js";
import type { ActionContext } from "../../runtime/actions/context.js";
import { loopTurns } from "../../runtime/process/loop-turns.js";
import type { Host } from "../../runtime/process/host.js";
import { readBudgets } from "../billing/index.js";
import { findInvites, findMembers } from "./project.repository.js";
import type { ProjectSeen } from "./project-seen.repository.js";

const iso = (at: number): string => new Date(at).toISOString();

interface Person {
  email: string;
  name: string | null;
}

/**
 * Returns a lookup of names and addresses by account id. Accounts are never deleted; an unknown one would
 * read as empty.
 */
export async function readPeople(
  context: ActionContext,
  accountIds: readonly string[],
): Promise<(id: string) => Person> {
  const ids = [...new Set(accountIds)];
  const { profiles } =
    ids.length === 0 ? { profiles: [] } : await context.call(getProfiles, { accountIds: ids });
  const byId = new Map(profiles.map(({ id, email, name }) => [id, { email, name }]));
  return (id) => byId.get(id) ?? { email: "", name: null };
}

/** Presents projects in the contract's shape; owners and avatars are read in one call each. */
export async function presentProjects(
  context: ActionContext,
  seen: readonly ProjectSeen[],
): Promise<ProjectView[]> {
  const storageIds = [...new Set(seen.flatMap(({ project }) => project.avatarStorageId ?? []))];
  const [people, signed] = await Promise.all([
    readPeople(
      context,
      seen.map(({ project }) => project.ownerId),
    ),
    storageIds.length === 0 ? { objects: [] } : context.call(signMedia, { storageIds }),
  ]);
  const urls = new Map(signed.objects.map(({ storageId, url }) => [storageId, url]));
  const views: ProjectView[] = [];
  for (const { project, role } of seen) {
    // The event loop gets turns, since there may be thousands of projects.
    await loopTurns.pause();
    views.push({
      id: project.id,
      name: project.name,
      description: project.description,
      // A picture that its owner deleted has no URL any more.
      avatarUrl: project.avatarStorageId === null ? null : (urls.get(project.avatarStorageId) ?? null),
      role,
      owner: people(project.ownerId),
      createdAt: iso(project.createdAt),
      updatedAt: iso(project.updatedAt),
    });
  }
  return views;
}

export async function presentProject(context: ActionContext, seen: ProjectSeen): Promise<ProjectView> {
  const [view] = await presentProjects(context, [seen]);
  if (!view) throw new Error("A project was not presented.");
  return view;
}

/** Presents invites with the names of their projects and of the inviting accounts. */
export async function presentInvites(
  context: ActionContext,
  invites: readonly { invite: ProjectInvite; project: Project }[],
): Promise<ProjectInviteView[]> {
  const people = await readPeople(
    context,
    invites.map(({ invite }) => invite.invitedById),
  );
  return invites.map(({ invite, project }) => ({
    id: invite.id,
    projectId: project.id,
    projectName: project.name,
    email: invite.email,
    invitedBy: people(invite.invitedById),
    createdAt: iso(invite.createdAt),
  }));
}

export async function presentInvite(
  context: ActionContext,
  invite: { invite: ProjectInvite; project: Project },
): Promise<ProjectInviteView> {
  const [view] = await presentInvites(context, [invite]);
  if (!view) throw new Error("An invite was not presented.");
  return view;
}

/** Presents a project with its members and, for its owner, its pending invites. */
export async function presentDetail(
  host: Pick<Host, "read">,
  context: ActionContext,
  seen: ProjectSeen,
): Promise<ProjectDetail> {
  const { project, role } = seen;
  const [contributors, invites, budgets] = await Promise.all([
    findMembers(host.read, project.id),
    role === "owner" ? findInvites(host.read, project.id) : null,
    role === "owner" ? readBudgets(host.read, [project.id]) : null,
  ]);
  const people = await readPeople(context, [
    project.ownerId,
    ...contributors.map(({ accountId }) => accountId),
  ]);
  const members: ProjectMemberView[] = [
    {
      userId: project.ownerId,
      ...people(project.ownerId),
      role: "owner",
      joinedAt: iso(project.createdAt),
    },
    ...contributors.map(({ accountId, joinedAt }) => ({
      userId: accountId,
      ...people(accountId),
      role: "contributor" as const,
      joinedAt: iso(joinedAt),
    })),
  ];
  return {
    project: await presentProject(context, seen),
    members,
    ...(budgets?.has(project.id) && { budget: budgets.get(project.id) }),
    ...(invites !== null && {
      invites: await presentInvites(
        context,
        invites.map((invite) => ({ invite, project })),
      ),
    }),
  };
}
