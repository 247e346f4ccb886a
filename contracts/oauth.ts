import { z } from "zod";
import { grantBudgetView, grantLimits } from "./budgets.js";
import { contract, ok } from "./contract.js";
import { timestamp, uuid } from "./ids.js";
import { page, total } from "./pagination.js";

/** An app that acts for an account at the agent endpoint. */
export const oauthGrant = z.strictObject({
  id: z.string(),
  clientId: z.string(),
  clientName: z.string().nullable().describe("Name that the app gives itself; nobody has checked it."),
  redirectUris: z.array(z.string()),
  scopes: z.array(z.string()),
  createdAt: timestamp(),
  lastTokenAt: timestamp()
    .nullable()
    .describe("Time at which the app last fetched a token that still counts."),
  budget: grantBudgetView.nullable().describe("Credits that the app may spend; null when it has no limit."),
});
export type OauthGrantView = z.infer<typeof oauthGrant>;

const grants = z.strictObject({ grants: z.array(oauthGrant), total });

export const listOauthGrants = contract({
  name: "identity.listOauthGrants",
  description: "Lists the agents that the account has connected, newest first.",
  params: z.object({ ...page({ default: 50, max: 200 }) }),
  result: grants,
  audience: "account",
  rest: { method: "GET", path: "/v1/oauth/grants" },
  area: "account",
});

export const updateOauthGrant = contract({
  name: "identity.updateOauthGrant",
  description:
    "Sets the limits on a connected agent's spending and the cost above which it asks the person first, or removes them with null. A key that has a limit cannot set limits.",
  params: z.object({
    id: uuid(),
    budget: grantLimits.nullable().describe("Credits that the agent may spend; null removes the limits."),
  }),
  result: z.strictObject({ grant: oauthGrant }),
  audience: "account",
  rest: { method: "PATCH", path: "/v1/oauth/grants/:id" },
  area: "account",
});

export const deleteOauthGrant = contract({
  name: "identity.deleteOauthGrant",
  description: "Ends a connected agent's access at once and revokes its tokens.",
  params: z.object({ id: uuid() }),
  result: ok,
  audience: "account",
  rest: { method: "DELETE", path: "/v1/oauth/grants/:id" },
  area: "account",
});

export const adminListOauthGrants = contract({
  name: "identity.adminListOauthGrants",
  description: "Lists the agents that an account has connected, newest first.",
  params: z.object({ id: uuid(), ...page({ default: 50, max: 200 }) }),
  result: grants,
  audience: "operator",
  rest: { method: "GET", path: "/v1/admin/accounts/:id/grants" },
});

export const adminDeleteOauthGrant = contract({
  name: "identity.adminDeleteOauthGrant",
  description: "Ends the access of an account's connected agent at once.",
  params: z.object({ id: uuid(), grantId: uuid() }),
  result: ok,
  audience: "operator",
  rest: { method: "DELETE", path: "/v1/admin/accounts/:id/grants/:grantId" },
});
