import type { FastifyRequest } from "fastify";
import type { Auth } from "../../contracts/auth.js";
import type { Contract } from "../../contracts/contract.js";
import { ServiceError } from "../../contracts/errors.js";
import { grants, scopeMessage } from "../../contracts/scopes.js";
import { type Authenticator, credentialOf, unauthenticated } from "../identity/index.js";
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
  const credential = credentialOf(request.headers);
  const auth = await withinTime(authenticator.authenticate(credential));
  const isSessions = contract.audience === "session";
  if (auth === null || (isSessions && auth.kind !== "session"))
    throw unauthenticated(credential.bearer, isSessions ? "session" : "key");
  if (auth.kind === "session") refuseForeignOrigin(request, baseUrl);
  if (contract.audience === "operator" && (!auth.isOperator || auth.scopes !== null)) {
    throw unknownRoute(request);
  }
  if (contract.scope !== null && !grants(auth.scopes, contract.scope))
    throw new ServiceError("forbidden", scopeMessage(contract.scope));
  return auth;
}

/** A call takes up to 15 s more. */
const TIMEOUT_MS = 4_500;

/** A database that hangs must not hang the caller: 503 within 20 s (decisions 2). */
export function withinTime<T>(work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const late = () => {
      const details = { retryAfterSeconds: 2 };
      reject(new ServiceError("unavailable", "The database does not answer. Retry later.", { details }));
    };
    // An answer that came while the event loop stood still is read first.
    const timer = setTimeout(() => setImmediate(() => setImmediate(late)), TIMEOUT_MS);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
