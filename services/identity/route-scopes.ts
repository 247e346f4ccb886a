import type { Method } from "../../contracts/contract.js";
import type { Scope } from "../../contracts/scopes.js";

/**
 * What opens a route: a scope (of a key; a session has all), nothing at all, the cookie only, an operator's
 * full access, a delivery token, or what the agent endpoint takes.
 */
export type Opener = Scope | "public" | "session" | "operator" | "delivery token" | "agent";

/** Every route of the API (spec: Endpoints; decisions 2, 3, 4, 5, 9, 10), also of areas that come later. */
const ROUTES = {
  "GET /v1/health": "public",
  "GET /v1/plans": "public",
  "GET /v1/openapi.json": "public",
  "GET /docs": "public",
  "GET /livez": "public",
  "GET /readyz": "public",
  "GET /metrics": "public",

  "POST /v1/auth/sign-up": "public",
  "POST /v1/auth/sign-in": "public",
  "POST /v1/auth/sign-out": "session",
  "GET /v1/auth/session": "session",
  "POST /v1/auth/verify-email": "public",
  "POST /v1/auth/verify-email/resend": "session",
  "POST /v1/auth/password-reset": "public",
  "POST /v1/auth/password-reset/confirm": "public",

  "GET /v1/models": "generation:read",
  "POST /v1/generations": "generation:rw",
  "GET /v1/generations": "generation:read",
  "GET /v1/generations/:id": "generation:read",
  "POST /v1/generations/:id/cancel": "generation:rw",
  "POST /v1/estimates": "generation:rw",
  "GET /v1/applications": "generation:read",
  "POST /v1/applications/:id/run": "generation:rw",

  "POST /v1/uploads/import": "media:rw",
  "POST /v1/uploads/ticket": "media:rw",
  "POST /v1/uploads/:storageId/commit": "media:rw",
  "GET /v1/storage/usage": "media:read",
  "GET /v1/storage/:storageId": "media:read",
  "DELETE /v1/storage/:storageId": "media:rw",
  "GET /v1/storage/:storageId/raw": "media:read",
  "POST /v1/storage/:storageId/publish": "media:rw",
  "GET /v1/projects/:id/storage": "media:read",
  "POST /v1/projects/:id/storage": "media:rw",
  "POST /v1/transcriptions": "media:rw",
  "GET /v1/transcriptions/:id": "media:read",
  "GET /v1/transcriptions/:id/result": "media:read",

  "GET /v1/workflows": "workflows:read",
  "POST /v1/workflows": "workflows:rw",
  "GET /v1/workflows/:id": "workflows:read",
  "PATCH /v1/workflows/:id": "workflows:rw",
  "DELETE /v1/workflows/:id": "workflows:rw",
  "POST /v1/workflows/:id/estimate": "workflows:rw",
  "POST /v1/workflows/:id/execute": "workflows:rw",
  "GET /v1/workflows/:id/runs": "workflows:read",
  "GET /v1/workflows/:id/runs/:runId": "workflows:read",
  "POST /v1/workflows/:id/runs/:runId/resume": "workflows:rw",
  "POST /v1/workflows/:id/runs/:runId/stop": "workflows:rw",

  "POST /v1/projects": "projects:rw",
  "GET /v1/projects": "projects:read",
  "GET /v1/projects/:id": "projects:read",
  "PATCH /v1/projects/:id": "projects:rw",
  "DELETE /v1/projects/:id": "projects:rw",
  "POST /v1/projects/:id/invites": "projects:rw",
  "DELETE /v1/projects/:id/invites/:inviteId": "projects:rw",
  "POST /v1/project-invites/:inviteId/accept": "projects:rw",
  "POST /v1/project-invites/:inviteId/decline": "projects:rw",
  "DELETE /v1/projects/:id/members/:userId": "projects:rw",
  "GET /v1/projects/:id/usage": "projects:read",

  "GET /v1/account": "account:read",
  "GET /v1/usage": "account:read",
  "GET /v1/oauth/grants": "account:read",
  "PATCH /v1/oauth/grants/:id": "account:rw",
  "DELETE /v1/oauth/grants/:id": "account:rw",
  "POST /v1/billing/checkout": "account:rw",
  "POST /v1/billing/subscription/cancel": "account:rw",
  "POST /v1/billing/subscription/resume": "account:rw",
  "POST /v1/billing/stripe-webhook": "public",
  "GET /checkout/:id/:token": "public",
  "POST /checkout/:id/:token": "public",
  "POST /v1/api-keys": "account:rw",
  "GET /v1/api-keys": "account:read",
  "PATCH /v1/api-keys/:id": "account:rw",
  "DELETE /v1/api-keys/:id": "account:rw",

  "POST /v1/projects/:projectId/content/types": "content:rw",
  "GET /v1/projects/:projectId/content/types": "content:read",
  "GET /v1/content/types/:id": "content:read",
  "PUT /v1/content/types/:id": "content:rw",
  "GET /v1/content/types/:id/versions": "content:read",
  "DELETE /v1/content/types/:id": "content:rw",
  "POST /v1/projects/:projectId/content/documents": "content:rw",
  "GET /v1/projects/:projectId/content/documents": "content:read",
  "GET /v1/content/documents/:id": "content:read",
  "PUT /v1/content/documents/:id": "content:rw",
  "PATCH /v1/content/documents/:id": "content:rw",
  "DELETE /v1/content/documents/:id": "content:rw",
  "POST /v1/content/documents/:id/draft-update": "content:rw",
  "POST /v1/content/documents/:id/publish": "content:rw",
  "POST /v1/content/documents/:id/unpublish": "content:rw",
  "POST /v1/content/documents/:id/translate": "content:rw",
  "GET /v1/content/documents/:id/revisions": "content:read",
  "GET /v1/content/documents/:id/revisions/:revisionId": "content:read",
  "POST /v1/content/documents/:id/revisions/:revisionId/restore": "content:rw",
  "POST /v1/projects/:projectId/content/tokens": "content:rw",
  "GET /v1/projects/:projectId/content/tokens": "content:read",
  "DELETE /v1/content/tokens/:id": "content:rw",
  "GET /v1/projects/:projectId/content/settings": "content:read",
  "PUT /v1/projects/:projectId/content/settings": "content:rw",
  "POST /v1/projects/:projectId/content/translation-jobs/preview": "content:rw",
  "POST /v1/projects/:projectId/content/translation-jobs": "content:rw",
  "GET /v1/projects/:projectId/content/translation-jobs/latest": "content:read",
  "POST /v1/content/translation-jobs/:id/cancel": "content:rw",
  "POST /v1/projects/:projectId/content/webhooks": "content:rw",
  "GET /v1/projects/:projectId/content/webhooks": "content:read",
  "PATCH /v1/content/webhooks/:id": "content:rw",
  "DELETE /v1/content/webhooks/:id": "content:rw",
  "GET /v1/content/webhooks/:id/deliveries": "content:read",
  "POST /v1/content/webhooks/:id/deliveries/:deliveryId/retry": "content:rw",

  "GET /v1/content/:projectId/documents": "delivery token",
  "GET /v1/content/:projectId/documents/:id": "delivery token",
  "GET /v1/content/:projectId/types": "delivery token",
  "POST /v1/content/:projectId/graphql": "delivery token",

  "GET /v1/admin/accounts": "operator",
  "PATCH /v1/admin/accounts/:id": "operator",
  "POST /v1/admin/accounts/:id/credits": "operator",
  "GET /v1/admin/accounts/:id/grants": "operator",
  "DELETE /v1/admin/accounts/:id/grants/:grantId": "operator",
  "GET /v1/admin/models": "operator",
  "PATCH /v1/admin/models/:id": "operator",
  "GET /v1/admin/plugins": "operator",
  "POST /v1/admin/plugins/:name/reload": "operator",
  "GET /v1/admin/nodes": "operator",
  "GET /v1/admin/services": "operator",
  "POST /v1/admin/services/:name/load": "operator",
  "POST /v1/admin/services/:name/unload": "operator",
  "POST /v1/admin/services/:name/reload": "operator",
  "GET /v1/admin/tasks": "operator",

  "POST /mcp": "agent",
  "GET /.well-known/oauth-protected-resource": "public",
  "GET /.well-known/oauth-protected-resource/mcp": "public",
  "GET /.well-known/oauth-authorization-server": "public",
  "POST /oauth/register": "public",
  "GET /oauth/authorize": "public",
  "GET /oauth/authorize/:uid": "public",
  "GET /oauth/interaction/:uid": "public",
  "POST /oauth/interaction/:uid": "public",
  "POST /oauth/token": "public",
  "POST /oauth/revoke": "public",
} as const satisfies Record<`${Method} /${string}`, Opener>;

export const ROUTE_OPENERS: Readonly<Record<string, Opener>> = ROUTES;

/** The table's answer for a route, whatever its parameters are called; undefined for one that it lacks. */
export function openerOf(method: Method, path: string): Opener | undefined {
  return BY_SHAPE.get(shapeOf(`${method} ${path}`));
}

const shapeOf = (route: string): string => route.replace(/:\w+/g, ":");

const BY_SHAPE: ReadonlyMap<string, Opener> = new Map(
  Object.entries(ROUTE_OPENERS).map(([route, opener]) => [shapeOf(route), opener]),
);
