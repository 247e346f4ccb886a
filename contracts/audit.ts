import { z } from "zod";
import { ACTOR_KINDS } from "./audited.js";
import { contract } from "./contract.js";
import { timestamp, uuid } from "./ids.js";
import { page, total } from "./pagination.js";

/** For how long entries are kept. */
export const AUDIT_DAYS = 90;

const actor = z.strictObject({
  kind: z
    .enum(ACTOR_KINDS)
    .describe(
      "A person's session, an API key, a connected agent, an operator, a workflow run, a trigger, background work, or somebody without an account.",
    ),
  id: z.string().nullable().describe("The account; null for operators, background work and visitors."),
  name: z.string().nullable(),
  email: z.string().nullable(),
  credentialId: z
    .string()
    .nullable()
    .describe("The key, agent, run or trigger by which the account acted; its own only. Null for a session."),
});

export const auditEntry = z.strictObject({
  id: z.string(),
  at: timestamp(),
  actor,
  action: z.string().describe("What was done, such as content.publishDocument."),
  resource: z.strictObject({ kind: z.string(), id: z.string().nullable() }),
  projectId: z.string().nullable(),
  requestId: z.string().describe("X-Request-Id of the request; of background work what caused it."),
  address: z
    .string()
    .nullable()
    .describe("Where the request came from; told of the account's own acts only."),
});
export type AuditEntryView = z.infer<typeof auditEntry>;

const entries = z.strictObject({ entries: z.array(auditEntry), total });
const filters = {
  action: z.string().max(100).optional().describe("Only this action."),
  resourceId: z.string().max(191).optional().describe("Only what was done to this."),
  ...page({ default: 50, max: 200 }),
};

export const listAudit = contract({
  name: "identity.listAudit",
  description:
    "Who changed what, newest first, for 90 days: what the account did and what others did to its things. With projectId what everybody did in that project, for its owner.",
  params: z.object({
    projectId: uuid()
      .nullish()
      .describe("A project that the account owns; left out: everything of the account."),
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
    "Who changed what, newest first, for 90 days, over all accounts. `accountId` gives what that account did and what was done to its things; `q` searches actions, ids of what was changed, and addresses and names of accounts.",
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
