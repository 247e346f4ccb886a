/** Exports for the edge, which authenticates in its own process; everything else is an action. */
export { SESSION_SECONDS } from "./session-life.js";
export { type Authenticator } from "./authenticator.js";
export { authenticatorOf } from "./authenticator-of.js";
export { credentialOf } from "./authenticator.js";
export { runWhileAuthenticated } from "./run-while-authenticated.js";
export { unauthenticated } from "./unauthenticated.js";
export { identityEdge } from "./oauth/routes.js";
export { readSessionCookie, sessionCookie } from "./session-cookie.js";
export { BUDGET_FIELDS, budgetFields, readBudget } from "./oauth/budget-fields.js";
export { GRANT_FIELDS, grantFields, type PayingProject, readGrantLimits } from "./oauth/grant-fields.js";
export { payingProjects } from "./oauth/read-payer.js";
export { rightsList } from "./oauth/scope-words.js";
