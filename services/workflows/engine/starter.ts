import type { Delegate } from "../../../contracts/auth.js";
import type { Contract } from "../../../contracts/contract.js";
import { ServiceError } from "../../../contracts/errors.js";
import { getStanding } from "../../../contracts/identity.js";
import { grants, scopeMessage } from "../../../contracts/scopes.js";
import type { WorkflowRun } from "../../../entities/workflow-run.js";
import { CallContext } from "../../../runtime/actions/action.js";
import { type ActionContext, systemMeta } from "../../../runtime/actions/context.js";
import type { Host } from "../../../runtime/process/host.js";

type Started = Pick<
  WorkflowRun,
  "id" | "starterId" | "starterEmail" | "credentialKind" | "credentialId" | "scopes" | "budgetId"
>;

/** Thrown when the key or agent in whose name a run or trigger acts has ended; nothing more is done in its name. */
export class DelegateEnded extends ServiceError {
  constructor(kind: Delegate["kind"]) {
    const what =
      kind === "key"
        ? "API key that started this run was revoked"
        : "agent that started this run was disconnected";
    super("forbidden", `The ${what}.`);
  }
}

/**
 * Returns the context in which a run acts: as the person who started or last resumed it, with their present standing,
 * and by the same key or agent. Throws `DelegateEnded` once that key or agent has ended.
 */
export async function actAsStarter(host: Pick<Host, "call">, run: Started): Promise<ActionContext> {
  const { id, starterId, starterEmail, scopes, budgetId } = run;
  const delegate = delegateOf(run);
  const asked = { accountId: starterId, delegate };
  const { delegateStands, ...standing } = await host.call(getStanding, asked, systemMeta(id));
  if (delegate !== null && delegateStands === false) throw new DelegateEnded(delegate.kind);
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
  return new CallContext({ ...systemMeta(id, auth), isRun: true }, host.call, null);
}

/** Returns the context of `actAsStarter` for a call of a route. Throws `forbidden` when the run's scopes lack the route's. */
export async function actWithin(
  host: Pick<Host, "call">,
  run: Started,
  needed: Contract,
): Promise<ActionContext> {
  if (needed.scope !== null && !grants(run.scopes, needed.scope))
    throw new ServiceError("forbidden", scopeMessage(needed.scope));
  return actAsStarter(host, run);
}

function delegateOf({ credentialKind: kind, credentialId: id }: Started): Delegate | null {
  return id === null || (kind !== "key" && kind !== "grant") ? null : { kind, id };
}
