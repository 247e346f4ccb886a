import { ServiceError } from "../../../contracts/errors.js";
import type { Scope } from "../../../contracts/scopes.js";
import { admit } from "../call-contract.js";
import type { Underway } from "./underway.js";

const READS = ["GET", "HEAD"];

/**
 * Lets the caller of an external action in as that of a contract is: 401, then 403 for pages of others and for the scope
 * that the action names. One that names none is open to full access only, for nobody said what else may open it.
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
