import { ServiceError } from "../../../contracts/errors.js";
import type { Scope } from "../../../contracts/scopes.js";
import { admit } from "../call-contract.js";
import type { Underway } from "./underway.js";

const READS = ["GET", "HEAD"];

/**
 * Admits the caller of an external action by the rules of a contract: throws 401, then 403 for pages of other
 * origins and for a missing scope. An action that names no scope is open to full access only, because nobody
 * decided what else may open it.
 */
export function admitExternal(request: Underway, scope: Scope | null, baseUrl: string): void {
  const { asked, unknown } = request;
  const contract = { audience: "account", scope } as const;
  const auth = admit({ contract, auth: request.auth ?? null, asked, baseUrl, unknown });
  if (auth === null) throw new ServiceError("unauthenticated");
  if (scope === null && auth.scopes !== null)
    throw new ServiceError(
      "forbidden",
      "This key has scopes, and the action is open to keys without any only.",
    );
  if (auth.isSuspended && !READS.includes(asked.method)) throw new ServiceError("account_suspended");
  request.admitted(auth);
}
