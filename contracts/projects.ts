import { z } from "zod";
import { ledgerEntry } from "./billing.js";
import { budgetLimits, budgetView } from "./budgets.js";
import { atMostCodePoints, isWithinCodePoints } from "./code-points.js";
import { contract, ok } from "./contract.js";
import { emailAddress } from "./identity.js";
import { timestamp, uuid } from "./ids.js";
import { page, total } from "./pagination.js";

/** Members and waiting invites that a project may have together; the owner counts (rules/projects 8). */
export const MAX_PEOPLE = 20;

/**
 * Projects that an account may have made, and projects of others that it may have joined; its default project
 * is not counted (rules/projects 15).
 */
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
  members: z
    .array(projectMember)
    .describe("Members of the project: the owner first, then by the time of joining."),
  invites: z.array(projectInvite).optional().describe("Pending invites, newest first; for the owner only."),
  budget: budgetView
    .optional()
    .describe("Credits that may be spent in the project, when it has a limit; for the owner only."),
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
  .check(atMostCodePoints(2000, DESCRIPTION))
  .meta({ maxLength: 2000 });

export const createProject = contract({
  name: "projects.create",
  description: "Makes a shared project under an id that the client chooses.",
  params: z.object({
    id: uuid().describe("A new UUID that the client chooses."),
    name: projectName.describe("Name that members read."),
  }),
  result: projectDetail,
  audience: "account",
  rest: { method: "POST", path: "/v1/projects" },
  area: "projects",
});

export const listProjects = contract({
  name: "projects.list",
  description:
    "Lists the projects that the caller owns or contributes to, most recently updated first, and the invites that wait for the caller.",
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
  description: "Reads a project with its members and, for the owner, its pending invites.",
  params: z.object({ id: uuid() }),
  result: projectDetail,
  audience: "account",
  rest: { method: "GET", path: "/v1/projects/:id" },
  area: "projects",
});

export const updateProject = contract({
  name: "projects.update",
  description:
    "Changes the given settings of a project; null clears one. Only the project's owner may call this.",
  params: z.object({
    id: uuid(),
    name: projectName.optional().describe("Name that members read."),
    description: projectDescription.nullish().describe("Description of the project's purpose."),
    avatarStorageId: uuid().nullish().describe("Id of a committed image that the caller can read."),
    budget: budgetLimits
      .nullish()
      .describe(
        "Credits that the work of all members may spend; null removes the limits. The default project takes no limits.",
      ),
  }),
  result: projectDetail,
  audience: "account",
  rest: { method: "PATCH", path: "/v1/projects/:id" },
  area: "projects",
});

export const deleteProject = contract({
  name: "projects.delete",
  description:
    "Deletes a project: its jobs in flight are canceled, its media are unlinked and stay stored. Only the project's owner may call this; the default project cannot be deleted.",
  params: z.object({ id: uuid() }),
  result: ok,
  audience: "account",
  rest: { method: "DELETE", path: "/v1/projects/:id" },
  area: "projects",
});

export const inviteMember = contract({
  name: "projects.invite",
  description: "Invites an e-mail address as a contributor. Only the project's owner may call this.",
  params: z.object({
    id: uuid(),
    email: emailAddress.describe("E-mail address to invite; it needs no account yet."),
  }),
  result: z.strictObject({ invite: projectInvite }),
  audience: "account",
  rest: { method: "POST", path: "/v1/projects/:id/invites" },
  area: "projects",
});

export const revokeInvite = contract({
  name: "projects.revokeInvite",
  description: "Takes a pending invite back. Only the project's owner may call this.",
  params: z.object({ id: uuid(), inviteId: uuid() }),
  result: ok,
  audience: "account",
  rest: { method: "DELETE", path: "/v1/projects/:id/invites/:inviteId" },
  area: "projects",
});

export const acceptInvite = contract({
  name: "projects.acceptInvite",
  description: "Accepts an invite to the caller's address and joins its project as a contributor.",
  params: z.object({ inviteId: uuid() }),
  result: z.strictObject({ project }),
  audience: "account",
  rest: { method: "POST", path: "/v1/project-invites/:inviteId/accept" },
  area: "projects",
});

export const declineInvite = contract({
  name: "projects.declineInvite",
  description: "Declines an invite to the caller's address and removes it.",
  params: z.object({ inviteId: uuid() }),
  result: ok,
  audience: "account",
  rest: { method: "POST", path: "/v1/project-invites/:inviteId/decline" },
  area: "projects",
});

export const removeMember = contract({
  name: "projects.removeMember",
  description: "Removes a contributor, or lets a contributor leave. The owner cannot leave.",
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
    "Lists what the project cost, newest first: all entries for the owner, their own for a contributor; the totals count the same entries.",
  params: z.object({ id: uuid(), ...page({ default: 50, max: 200 }) }),
  result: z.strictObject({
    entries: z.array(ledgerEntry),
    totalsByActor: z
      .array(actorTotal)
      .describe("Totals over all entries, not only those of the page; the largest first."),
    total,
  }),
  audience: "account",
  rest: { method: "GET", path: "/v1/projects/:id/usage" },
  area: "projects",
});

/**
 * Resolves the account that pays and the project that the work belongs to (rules/billing 14). It is called
 * between services.
 */
export const resolvePayer = contract({
  name: "projects.resolvePayer",
  description:
    "Reads the payer of work in a project; null projectId is the caller's default project. not_found for an account outside the project.",
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
      .describe("Standing of the account that pays."),
  }),
  audience: "internal",
});

/** Resolves the caller's role in a project that a list or a filter names. It is called between services. */
export const resolveProject = contract({
  name: "projects.resolve",
  description:
    "Reads a project of the caller and the caller's role; the answer's projectId is null for the caller's default project. not_found for an account outside the project.",
  params: z.object({ projectId: uuid() }),
  result: z.strictObject({ projectId: z.string().nullable(), ownerId: z.string(), role: projectRole }),
  audience: "internal",
});

/** Lists projects for agents, with the credits that each owner can spend; it has no REST route. */
export const listProjectsForAgents = contract({
  name: "projects.listForAgents",
  description: "Lists the caller's projects with the credits that can be spent in each.",
  params: z.object({}),
  result: z.strictObject({
    projects: z.array(
      project
        .pick({ id: true, name: true, description: true, role: true, owner: true, updatedAt: true })
        .extend({
          remainingCredits: z.int().describe("Remaining credits of the account that pays, the owner's."),
        }),
    ),
    defaultProjectId: z.string(),
  }),
  audience: "account",
  area: "account",
});
