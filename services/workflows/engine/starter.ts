import { getStanding } from "../../../contracts/identity.js";
import type { WorkflowRun } from "../../../entities/workflow-run.js";
import { ActionContext, systemMeta } from "../../../runtime/context.js";
import type { Host } from "../../../runtime/host.js";

/** A run acts as who started it, with the standing that they have now. */
export async function actAsStarter(
  host: Pick<Host, "call">,
  { id, starterId, starterEmail }: Pick<WorkflowRun, "id" | "starterId" | "starterEmail">,
): Promise<ActionContext> {
  const standing = await host.call(getStanding, { accountId: starterId }, systemMeta(id));
  const auth = {
    accountId: starterId,
    email: starterEmail,
    scopes: null,
    kind: "key" as const,
    credentialId: id,
    isOperator: false,
    ...standing,
  };
  return new ActionContext(systemMeta(id, auth), host.call, null);
}
