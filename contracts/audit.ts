import { z } from "zod";
import { ACTOR_KINDS } from "./audited.js";
import { contract } from "./contract.js";
import { timestamp, uuid } from "./ids.js";
import { page, total } from "./pagination.js";

/** Days that an entry of the audit log is kept. */
export const AUDIT_DAYS = 90;

const actor = z.strictObject({
  kind: z
    .enum(ACTOR_KINDS)
    .describe(
      "A person's session, an API key, a connected agent, an operator, a workflow run, a trigger, background work, or somebody without an account.",
    ),
  id: z.string().nullable().describe("Id of the account; null for operators, background work and visitors."),
  name: z.string().nullable(),
  email: z.string().nullable(),
  credentialId: z
    .string()
    .nullable()
    .describe(
      "Id of the key, agent, run or trigger by which the account acted, told to that account only; null for a session.",
    ),
});

export const auditEntry = z.strictObject({
  id: z.string(),
  at: timestamp(),
  actor,
  action: z.string().describe("Name of the action, such as content.publishDocument."),
  resource: z.strictObject({ kind: z.string(), id: z.string().nullable() }),
  projectId: z.string().nullable(),
  requestId: z
    .string()
    .describe("X-Request-Id of the request; for background work, the id of what caused it."),
  address: z
    .string()
    .nullable()
    .describe("Network address that the request came from; told for the account's own acts only."),
});
export type AuditEntryView = z.infer<typeof auditEntry>;

const entries = z.strictObject({ entries: z.array(auditEntry), total });
const filters = {
  action: z.string().max(100).optional().describe("Lists entries of this action only."),
  resourceId: z.string().max(191).optional().describe("Lists entries about the resource with this id only."),
  ...page({ default: 50, max: 200 }),
};

export const listAudit = contract({
  name: "identity.listAudit",
  description:
    "Lists the changes of the last 90 days with their actors, newest first: what the account did, and what others did to its things. With projectId it lists what everybody did in that project, for the project's owner.",
  params: z.object({
    projectId: uuid()
      .nullish()
      .describe("Id of a project that the account owns; null or left out: everything of the account."),
    ...filters,
  }),
  result: entries,
  audience: "account",
  rest: { method: "GET", path: "/v1/audit" },
  area: "account",
});

export const adminListAudit = contract({
  name: "identity.adminListAudit",
  description:
    "Lists the changes of the last 90 days with their actors, newest first, over all accounts. `accountId` selects what that account did and what was done to its things; `q` searches actions, ids of what was changed, and addresses and names of accounts.",
  params: z.object({
    q: z.string().max(200).optional(),
    accountId: uuid().optional(),
    projectId: uuid().optional(),
    ...filters,
  }),
  result: entries,
  audience: "operator",
  rest: { method: "GET", path: "/v1/admin/audit" },
});
