import { z } from "zod";
import { grantBudgetView, grantLimits } from "./budgets.js";
import { contract, ok } from "./contract.js";
import { timestamp, uuid } from "./ids.js";
import { page, total } from "./pagination.js";

/** An app that acts for an account at the agent endpoint. */
export const oauthGrant = z.strictObject({
  id: z.string(),
  clientId: z.string(),
  clientName: z.string().nullable().describe("The app's own words; nobody has checked them."),
  redirectUris: z.array(z.string()),
  scopes: z.array(z.string()),
  createdAt: timestamp(),
  lastTokenAt: timestamp().nullable().describe("When it last fetched a token that still counts."),
  budget: grantBudgetView.nullable().describe("What it may spend; null without a limit."),
});
export type OauthGrantView = z.infer<typeof oauthGrant>;

const grants = z.strictObject({ grants: z.array(oauthGrant), total });

export const listOauthGrants = contract({
  name: "identity.listOauthGrants",
  description: "The agents that the account has connected, newest first.",
  params: z.object({ ...page({ default: 50, max: 200 }) }),
  result: grants,
  audience: "account",
  rest: { method: "GET", path: "/v1/oauth/grants" },
  area: "account",
});

export const updateOauthGrant = contract({
  name: "identity.updateOauthGrant",
  description:
    "Sets what a connected agent may spend, and above which credits it asks the person first, or takes the limits away with null. A key that has a limit sets none.",
  params: z.object({
    id: uuid(),
    budget: grantLimits.nullable().describe("What the agent may spend; null takes the limits away."),
  }),
  result: z.strictObject({ grant: oauthGrant }),
  audience: "account",
  rest: { method: "PATCH", path: "/v1/oauth/grants/:id" },
  area: "account",
});

export const deleteOauthGrant = contract({
  name: "identity.deleteOauthGrant",
  description: "Ends a connected agent's access at once, its tokens included.",
  params: z.object({ id: uuid() }),
  result: ok,
  audience: "account",
  rest: { method: "DELETE", path: "/v1/oauth/grants/:id" },
  area: "account",
});

export const adminListOauthGrants = contract({
  name: "identity.adminListOauthGrants",
  description: "The agents that an account has connected, newest first.",
  params: z.object({ id: uuid(), ...page({ default: 50, max: 200 }) }),
  result: grants,
  audience: "operator",
  rest: { method: "GET", path: "/v1/admin/accounts/:id/grants" },
});

export const adminDeleteOauthGrant = contract({
  name: "identity.adminDeleteOauthGrant",
  description: "Ends an account's connected agent at once.",
  params: z.object({ id: uuid(), grantId: uuid() }),
  result: ok,
  audience: "operator",
  rest: { method: "DELETE", path: "/v1/admin/accounts/:id/grants/:grantId" },
});
