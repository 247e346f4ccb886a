import type { Auth } from "../../../contracts/auth.js";
import { notFound, ServiceError } from "../../../contracts/errors.js";
import { grants, grantsAll } from "../../../contracts/scopes.js";
import type { WorkflowTrigger } from "../../../entities/workflow-trigger.js";
import type { ActionContext } from "../../../runtime/actions/context.js";
import type { Host } from "../../../runtime/process/host.js";
import { requireWorkflow, type WorkflowSeen } from "../workflows.policy.js";
import { findTrigger } from "./trigger.repository.js";

export interface TriggerSeen extends WorkflowSeen {
  trigger: WorkflowTrigger;
}

/** Returns a trigger whose workflow the caller sees. Throws `not_found` otherwise. */
export async function requireTrigger(
  host: Pick<Host, "read">,
  context: ActionContext,
  { id, triggerId }: { id: string; triggerId: string },
): Promise<TriggerSeen> {
  const seen = await requireWorkflow(host, context, id);
  const trigger = await findTrigger(host.read, { id: triggerId, workflowId: id });
  if (trigger === null) throw notFound("Unknown trigger.");
  return { ...seen, trigger };
}

/**
 * Throws `forbidden` for a credential with a limit of credits, since a trigger's runs would not count against that
 * limit.
 */
export function allowTriggers({ budgetId }: Auth): void {
  if (budgetId)
    throw new ServiceError(
      "forbidden",
      "A key that has a limit of credits makes and changes no triggers. Use a session, or a key without a limit.",
    );
}

/**
 * Checks that a credential may change a workflow's graph: the change also changes what the enabled triggers do,
 * with the scopes of other credentials and outside of this one's limit (rules/workflows 40). Throws `forbidden`
 * for a credential that has a limit of credits, or fewer scopes than one of these triggers.
 */
export function allowGraphChange(
  { budgetId, scopes }: Auth,
  triggers: readonly Pick<WorkflowTrigger, "isEnabled" | "scopes">[],
): void {
  const enabled = triggers.filter(({ isEnabled }) => isEnabled);
  if (enabled.length === 0) return;
  if (budgetId)
    throw new ServiceError(
      "forbidden",
      `An enabled trigger runs this workflow, and a key that has a limit of credits changes no graph that a trigger runs. ${INSTEAD}`,
    );
  if (enabled.some((trigger) => !grantsAll(scopes, trigger.scopes)))
    throw new ServiceError(
      "forbidden",
      `An enabled trigger runs this workflow with scopes that this key does not have. ${INSTEAD}`,
    );
}

const INSTEAD = "Switch the workflow's triggers off first, or change the graph in a session.";

/** Tells whether a change switches the trigger off and does nothing else. */
export function isSwitchOff({
  id: _id,
  triggerId: _triggerId,
  ...change
}: Readonly<Record<string, unknown>>): boolean {
  const named = Object.keys(change).filter((name) => change[name] !== undefined);
  return change.enabled === false && named.length === 1;
}

/** Allows a trigger's owner, in whose name it acts, any change, and the project's owner, who pays, to switch it off. */
export function allowChange(
  { auth }: ActionContext,
  change: Readonly<Record<string, unknown>>,
  { trigger, role }: TriggerSeen,
): void {
  const switchesOff = isSwitchOff(change);
  if (!switchesOff) allowTriggers(auth);
  if (trigger.ownerId === auth.accountId) return;
  if (role === "owner" && switchesOff) return;
  throw new ServiceError(
    "forbidden",
    "Only its owner may change a trigger; the project's owner may switch it off or delete it.",
  );
}

/** Throws `forbidden` for a caller who owns neither the trigger nor its project. */
export function allowDelete({ auth }: ActionContext, _params: unknown, { trigger, role }: TriggerSeen): void {
  if (trigger.ownerId !== auth.accountId && role !== "owner")
    throw new ServiceError("forbidden", "Only its owner or the project's may delete a trigger.");
}

/**
 * Tells whether a caller may see the trigger's address. Who has the address spends and acts as the trigger's
 * owner, so only the owner sees it, by a credential that could start the run itself and has no limit of credits.
 */
export const mayCall = (auth: Auth, { ownerId }: WorkflowTrigger): boolean =>
  ownerId === auth.accountId && grants(auth.scopes, "workflows:rw") && !auth.budgetId;
