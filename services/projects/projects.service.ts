import * as contracts from "../../contracts/projects.js";
import { type Action, action } from "../../runtime/actions/action.js";
import type { ActionContext } from "../../runtime/actions/context.js";
import type { AreaFactory } from "../../runtime/actions/area.js";
import type { Host } from "../../runtime/process/host.js";
import { checkCascade } from "./cascade.js";
import { createProject } from "./create-project.js";
import { deleteProject } from "./delete-project.js";
import { acceptInvite, dropInvite } from "./end-invite.js";
import { inviteMember } from "./invite-member.js";
import { listForAgents, listProjects } from "./list-projects.js";
import { presentDetail, presentInvite, presentProject } from "./present-project.js";
import { projectUsage } from "./project-usage.js";
import {
  allow,
  allowBudget,
  allowRemoval,
  requireInviteOf,
  requireInviteTo,
  requireMember,
  requireSeen,
} from "./projects.policy.js";
import { removeMember } from "./remove-member.js";
import { resolvePayer, resolveProject } from "./work-in-project.js";
import { cascadeTask } from "./run-cascade.js";
import { updateProject } from "./update-project.js";

const ok = { ok: true as const };

const seenBy = (host: Pick<Host, "read">) => (context: ActionContext, params: { id: string }) =>
  requireSeen(host.read, context.auth.accountId, params.id);

/** Actions on projects and their payers. */
const projectActions = (host: Host): Action[] => [
  action(contracts.createProject, {
    run: async (context, project) =>
      presentDetail(host, context, await createProject(host, context.auth.accountId, project)),
  }),
  action(contracts.listProjects, { run: (context) => listProjects(host, context) }),
  action(contracts.listProjectsForAgents, { run: (context) => listForAgents(host, context) }),
  action(contracts.getProject, {
    find: seenBy(host),
    run: (context, _params, seen) => presentDetail(host, context, seen),
  }),
  action(contracts.updateProject, {
    find: seenBy(host),
    allow: ({ auth }, { budget }, seen) => {
      allow("update", seen);
      if (budget !== undefined) allowBudget(auth, seen);
    },
    run: async (context, { id, ...change }, { role }) =>
      presentDetail(host, context, { project: await updateProject(host, context, id, change), role }),
  }),
  action(contracts.deleteProject, {
    find: seenBy(host),
    allow: (_context, _params, seen) => allow("delete", seen),
    run: async (_context, { id }) => {
      await deleteProject(host, id);
      return ok;
    },
  }),
  action(contracts.getProjectUsage, {
    find: seenBy(host),
    run: (context, page, seen) => projectUsage(context, seen, page),
  }),
  action(contracts.resolvePayer, { run: resolvePayer(host) }),
  action(contracts.resolveProject, {
    run: (context, { projectId }) => resolveProject(host, context, projectId),
  }),
];

/** Actions on invites and members. */
const peopleActions = (host: Host): Action[] => [
  action(contracts.inviteMember, {
    find: seenBy(host),
    allow: (_context, _params, seen) => allow("invite", seen),
    run: async (context, { id, email }, { project }) => {
      const invite = await inviteMember(host, context.auth, id, email);
      return { invite: await presentInvite(context, { invite, project }) };
    },
  }),
  action(contracts.revokeInvite, {
    find: seenBy(host),
    allow: (_context, _params, seen) => allow("revokeInvite", seen),
    run: async (_context, { id, inviteId }) => {
      await dropInvite(host, await requireInviteOf(host.read, id, inviteId));
      return ok;
    },
  }),
  action(contracts.acceptInvite, {
    find: ({ auth }, { inviteId }) => requireInviteTo(host.read, auth, inviteId),
    run: async (context, _params, { invite }) => {
      const project = await acceptInvite(host, context.auth, invite);
      return { project: await presentProject(context, { project, role: "contributor" }) };
    },
  }),
  action(contracts.declineInvite, {
    find: ({ auth }, { inviteId }) => requireInviteTo(host.read, auth, inviteId),
    run: async (_context, _params, { invite }) => {
      await dropInvite(host, invite);
      return ok;
    },
  }),
  action(contracts.removeMember, {
    find: ({ auth }, { id, userId }) => requireMember(host.read, auth.accountId, id, userId),
    allow: ({ auth }, { userId }, seen) => allowRemoval(auth.accountId, seen, userId),
    run: async (_context, { id, userId }) => {
      await removeMember(host, id, userId);
      return ok;
    },
  }),
];

/** The area of shared projects: members, invites, payers, usage, deletion. */
const projects: AreaFactory = (host) => {
  checkCascade(host.database.dataSource.entityMetadatas);
  return {
    name: "projects",
    actions: [...projectActions(host), ...peopleActions(host)],
    tasks: [cascadeTask(host)],
  };
};
export default projects;
