import type { Contract } from "../../../contracts/contract.js";
import { ServiceError } from "../../../contracts/errors.js";
import { getStanding, keyStands } from "../../../contracts/identity.js";
import { grants, scopeMessage } from "../../../contracts/scopes.js";
import type { WorkflowRun } from "../../../entities/workflow-run.js";
import { ActionContext, systemMeta } from "../../../runtime/context.js";
import type { Host } from "../../../runtime/host.js";

type Started = Pick<
  WorkflowRun,
  "id" | "starterId" | "starterEmail" | "credentialKind" | "credentialId" | "scopes" | "budgetId"
>;

/** A run acts as who started it, with the standing that they have now. */
export async function actAsStarter(host: Pick<Host, "call">, run: Started): Promise<ActionContext> {
  const { id, starterId, starterEmail, scopes, budgetId } = run;
  const standing = await host.call(getStanding, { accountId: starterId }, systemMeta(id));
  const auth = {
    accountId: starterId,
    email: starterEmail,
    scopes,
    kind: "key" as const,
    credentialId: id,
    budgetId,
    isOperator: false,
    ...standing,
  };
  return new ActionContext({ ...systemMeta(id, auth), isRun: true }, host.call, null);
}

/**
 * The same for an act that its starter could do by a request: the key must still be there and open the route. Throws
 * `forbidden`.
 */
export async function actWithin(
  host: Pick<Host, "call">,
  run: Started,
  needed: Contract,
): Promise<ActionContext> {
  const { id, starterId: accountId, credentialKind, credentialId: keyId, scopes } = run;
  if (needed.scope !== null && !grants(scopes, needed.scope))
    throw new ServiceError("forbidden", scopeMessage(needed.scope));
  if (credentialKind === "key" && keyId !== null) {
    const { stands } = await host.call(keyStands, { accountId, keyId }, systemMeta(id));
    if (!stands) throw new ServiceError("forbidden", "The API key that started this run was revoked.");
  }
  return actAsStarter(host, run);
}
