import type { Auth } from "../../contracts/auth.js";
import type { Contract } from "../../contracts/contract.js";
import { ServiceError } from "../../contracts/errors.js";
import { grants, scopeMessage } from "../../contracts/scopes.js";
import {
  type Authenticator,
  credentialOf,
  SESSION_SECONDS,
  sessionCookie,
  unauthenticated,
} from "../identity/index.js";
import { type Asked, refuseForeignOrigin } from "./asked.js";

/** Who calls, or null; 503 where the database does not tell in time. */
export const authenticate = (authenticator: Authenticator, asked: Asked): Promise<Auth | null> =>
  withinTime(authenticator.authenticate(credentialOf(asked.headers)));

/** A contract, who calls it, and the request that names it. */
export interface Admission {
  contract: Pick<Contract, "audience" | "scope">;
  auth: Auth | null;
  asked: Asked;
  baseUrl: string;
  /** What an address or name that nobody knows is answered with. */
  unknown(): ServiceError;
}

/**
 * Who a call of a contract is made for: 401, then 403 for pages of others and for a missing scope, before a body is read
 * (rules/edge 11). Operator contracts are unknown to other accounts and scoped keys (rules/identity 40). A public one is called by
 * nobody.
 */
export function admit({ contract, auth, asked, baseUrl, unknown }: Admission): Auth | null {
  if (contract.audience === "public") return null;
  const isSessions = contract.audience === "session";
  if (auth === null || (isSessions && auth.kind !== "session"))
    throw unauthenticated(credentialOf(asked.headers).bearer, isSessions ? "session" : "key");
  if (auth.kind === "session") refuseForeignOrigin(asked, baseUrl);
  if (contract.audience === "operator" && (!auth.isOperator || auth.scopes !== null)) throw unknown();
  if (contract.scope !== null && !grants(auth.scopes, contract.scope))
    throw new ServiceError("forbidden", scopeMessage(contract.scope));
  return auth;
}

/** The cookie anew when this request moved its session's end (rules/identity 15), else null. */
export function slidCookie(
  authenticator: Authenticator,
  auth: Auth,
  { headers }: Asked,
  isHttps: boolean,
): string | null {
  if (!authenticator.hasSlid(auth)) return null;
  const secret = credentialOf(headers).cookie ?? "";
  return sessionCookie({ secret, maxAgeSeconds: SESSION_SECONDS }, isHttps);
}

/** A call takes up to 15 s more. */
const TIMEOUT_MS = 4_500;

/** A database that hangs must not hang the caller: 503 within 20 s (rules/edge 34). */
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
