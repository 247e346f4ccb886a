import { z } from "zod";
import { ledgerEntry } from "./billing.js";
import { budgetLimits, budgetView } from "./budgets.js";
import { isWithinCodePoints } from "./code-points.js";
import { contract, ok } from "./contract.js";
import { emailAddress } from "./identity.js";
import { timestamp, uuid } from "./ids.js";
import { page, total } from "./pagination.js";

/** Members and waiting invites together; the owner counts (rules/projects 8). */
export const MAX_PEOPLE = 20;

/** Projects that an account has made, and projects of others that it has joined, its default one not counted (rules/projects 15). */
export const MAX_PROJECTS = 1000;

export const projectRole = z.enum(["owner", "contributor"]);
export type ProjectRole = z.infer<typeof projectRole>;

const person = z.strictObject({ email: z.string(), name: z.string().nullable() });

/** A project as its members read it (rules/projects 6). */
export const project = z.strictObject({
  id: z.string(),
  name: z.string(),
  description: z.string().nullable(),
  avatarUrl: z.string().nullable(),
  role: projectRole,
  owner: person,
  createdAt: timestamp(),
  updatedAt: timestamp(),
});
export type ProjectView = z.infer<typeof project>;

export const projectMember = z.strictObject({
  userId: z.string(),
  email: z.string(),
  name: z.string().nullable(),
  role: projectRole,
  joinedAt: timestamp(),
});
export type ProjectMemberView = z.infer<typeof projectMember>;

export const projectInvite = z.strictObject({
  id: z.string(),
  projectId: z.string(),
  projectName: z.string(),
  email: z.string(),
  invitedBy: person,
  createdAt: timestamp(),
});
export type ProjectInviteView = z.infer<typeof projectInvite>;

const projectDetail = z.strictObject({
  project,
  members: z.array(projectMember).describe("Owner first, then by the time of joining."),
  invites: z.array(projectInvite).optional().describe("Pending invites, newest first; for the owner only."),
  budget: budgetView
    .optional()
    .describe("What may be spent in it, where it has a limit; for the owner only."),
});
export type ProjectDetail = z.infer<typeof projectDetail>;

const NAME = "must have 1 to 200 characters";
const projectName = z
  .string(NAME)
  .overwrite((text) => text.trim().toWellFormed())
  .refine((text) => text !== "" && isWithinCodePoints(text, 200), NAME)
  .meta({ minLength: 1, maxLength: 200 });
const DESCRIPTION = "must have at most 2,000 characters";
const projectDescription = z
  .string(DESCRIPTION)
  .overwrite((text) => text.toWellFormed())
  .refine((text) => isWithinCodePoints(text, 2000), DESCRIPTION)
  .meta({ maxLength: 2000 });

export const createProject = contract({
  name: "projects.create",
  description: "Makes a shared project under an id that the client chose.",
  params: z.object({
    id: uuid().describe("A new UUID, chosen by the client."),
    name: projectName.describe("What members read."),
  }),
  result: projectDetail,
  audience: "account",
  rest: { method: "POST", path: "/v1/projects" },
  area: "projects",
});

export const listProjects = contract({
  name: "projects.list",
  description:
    "The projects that the caller owns or contributes to, most recently updated first, and the invites that wait for them.",
  params: z.object({}),
  result: z.strictObject({
    projects: z.array(project),
    pendingInvites: z.array(projectInvite),
    defaultProjectId: z.string(),
  }),
  audience: "account",
  rest: { method: "GET", path: "/v1/projects", long: true },
  area: "projects",
});

export const getProject = contract({
  name: "projects.get",
  description: "A project with its members; with its pending invites for the owner.",
  params: z.object({ id: uuid() }),
  result: projectDetail,
  audience: "account",
  rest: { method: "GET", path: "/v1/projects/:id" },
  area: "projects",
});

export const updateProject = contract({
  name: "projects.update",
  description: "Changes what is given; null clears. Owner only.",
  params: z.object({
    id: uuid(),
    name: projectName.optional().describe("What members read."),
    description: projectDescription.nullish().describe("What the project is for."),
    avatarStorageId: uuid().nullish().describe("A committed image that the caller can read."),
    budget: budgetLimits
      .nullish()
      .describe("What all members' work may spend; null takes the limits away. Not for the default project."),
  }),
  result: projectDetail,
  audience: "account",
  rest: { method: "PATCH", path: "/v1/projects/:id" },
  area: "projects",
});

export const deleteProject = contract({
  name: "projects.delete",
  description:
    "Deletes a project: its jobs in flight are canceled, its media are unlinked and survive. Owner only; never the default project.",
  params: z.object({ id: uuid() }),
  result: ok,
  audience: "account",
  rest: { method: "DELETE", path: "/v1/projects/:id" },
  area: "projects",
});

export const inviteMember = contract({
  name: "projects.invite",
  description: "Invites an e-mail address as a contributor. Owner only.",
  params: z.object({
    id: uuid(),
    email: emailAddress.describe("Whom to invite; there need not be an account yet."),
  }),
  result: z.strictObject({ invite: projectInvite }),
  audience: "account",
  rest: { method: "POST", path: "/v1/projects/:id/invites" },
  area: "projects",
});

export const revokeInvite = contract({
  name: "projects.revokeInvite",
  description: "Takes a pending invite back. Owner only.",
  params: z.object({ id: uuid(), inviteId: uuid() }),
  result: ok,
  audience: "account",
  rest: { method: "DELETE", path: "/v1/projects/:id/invites/:inviteId" },
  area: "projects",
});

export const acceptInvite = contract({
  name: "projects.acceptInvite",
  description: "Joins the project of an invite to the caller's address as a contributor.",
  params: z.object({ inviteId: uuid() }),
  result: z.strictObject({ project }),
  audience: "account",
  rest: { method: "POST", path: "/v1/project-invites/:inviteId/accept" },
  area: "projects",
});

export const declineInvite = contract({
  name: "projects.declineInvite",
  description: "Removes an invite to the caller's address.",
  params: z.object({ inviteId: uuid() }),
  result: ok,
  audience: "account",
  rest: { method: "POST", path: "/v1/project-invites/:inviteId/decline" },
  area: "projects",
});

export const removeMember = contract({
  name: "projects.removeMember",
  description: "The owner removes a contributor, or a contributor leaves. The owner cannot leave.",
  params: z.object({ id: uuid(), userId: uuid() }),
  result: ok,
  audience: "account",
  rest: { method: "DELETE", path: "/v1/projects/:id/members/:userId" },
  area: "projects",
});

export const actorTotal = z.strictObject({
  actorUserId: z.string(),
  actorEmail: z.string().nullable(),
  spentCredits: z.int(),
});

export const getProjectUsage = contract({
  name: "projects.usage",
  description:
    "What the project cost, newest first: the owner sees all of it, a contributor their own; totals alike.",
  params: z.object({ id: uuid(), ...page({ default: 50, max: 200 }) }),
  result: z.strictObject({
    entries: z.array(ledgerEntry),
    totalsByActor: z.array(actorTotal).describe("Of all entries, not of the page; the largest first."),
    total,
  }),
  audience: "account",
  rest: { method: "GET", path: "/v1/projects/:id/usage" },
  area: "projects",
});

/** Who pays and where work lands (rules/billing 14). Between services. */
export const resolvePayer = contract({
  name: "projects.resolvePayer",
  description:
    "The payer of work in a project; null projectId for one's own default project. not_found for strangers.",
  params: z.object({ projectId: uuid().nullable() }),
  result: z.strictObject({
    projectId: z.string().nullable(),
    payerId: z.string(),
    payer: z
      .strictObject({
        isSuspended: z.boolean(),
        isEmailVerified: z.boolean(),
        features: z.strictObject({ generation: z.boolean(), transcription: z.boolean() }),
      })
      .describe("The standing of the account that pays."),
  }),
  audience: "internal",
});

/** What the caller is in a project that a list or a filter names. Between services. */
export const resolveProject = contract({
  name: "projects.resolve",
  description:
    "A project of the caller and their role; null projectId for their own default one. not_found for strangers.",
  params: z.object({ projectId: uuid() }),
  result: z.strictObject({ projectId: z.string().nullable(), ownerId: z.string(), role: projectRole }),
  audience: "internal",
});

/** Projects as agents list them, with what each owner can spend. No route of its own. */
export const listProjectsForAgents = contract({
  name: "projects.listForAgents",
  description: "The caller's projects with what can be spent in each.",
  params: z.object({}),
  result: z.strictObject({
    projects: z.array(
      project
        .pick({ id: true, name: true, description: true, role: true, owner: true, updatedAt: true })
        .extend({
          remainingCredits: z.int().describe("Of the account that pays: the owner's."),
        }),
    ),
    defaultProjectId: z.string(),
  }),
  audience: "account",
  area: "account",
});
