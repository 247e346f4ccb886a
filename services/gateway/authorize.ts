import type { FastifyRequest } from "fastify";
import type { Auth } from "../../contracts/auth.js";
import type { Contract } from "../../contracts/contract.js";
import { ServiceError } from "../../contracts/errors.js";
import { grants, scopeMessage } from "../../contracts/scopes.js";
import { type Authenticator, unauthenticated } from "../identity/index.js";
import { credentialOf } from "./credential.js";
import { refuseForeignOrigin } from "./same-origin.js";
import { unknownRoute } from "./unknown-route.js";

/**
 * Authentication (401), then scope (403), before a body is read (decisions 2). Operator routes answer
 * other accounts and scoped keys with 404 (decisions 3).
 */
export async function authorize(
  request: FastifyRequest,
  contract: Contract,
  authenticator: Authenticator,
  baseUrl: string,
): Promise<Auth | null> {
  if (contract.audience === "public") return null;
  const credential = credentialOf(request);
  const auth = await withinTime(authenticator.authenticate(credential));
  const isSessions = contract.audience === "session";
  if (auth === null || (isSessions && auth.kind !== "session"))
    throw unauthenticated(credential.bearer, isSessions ? "the cookie of a session" : undefined);
  if (auth.kind === "session") refuseForeignOrigin(request, baseUrl);
  if (contract.audience === "operator" && (!auth.isOperator || auth.scopes !== null)) {
    throw unknownRoute(request);
  }
  if (contract.scope !== null && !grants(auth.scopes, contract.scope))
    throw new ServiceError("forbidden", scopeMessage(contract.scope));
  return auth;
}

const TIMEOUT_MS = 10_000;

/** A database that hangs must not hang the caller: 503 within 20 s (decisions 2). */
function withinTime<T>(work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      const details = { retryAfterSeconds: 2 };
      reject(new ServiceError("unavailable", "The database does not answer. Retry later.", { details }));
    }, TIMEOUT_MS);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
