import type { TriggerFireView, WorkflowTriggerView } from "../../../contracts/workflow-triggers.js";
import type { WorkflowTriggerFire } from "../../../entities/workflow-trigger-fire.js";
import type { WorkflowTrigger } from "../../../entities/workflow-trigger.js";
import type { ActionContext } from "../../../runtime/actions/context.js";
import type { Host } from "../../../runtime/process/host.js";
import { addressOf } from "./address.js";
import { spentOn } from "./budget.js";
import { mayCall } from "./triggers.policy.js";

const iso = (at: number): string => new Date(at).toISOString();

/** Returns the public shape of a trigger, with its address for those who may call it. */
export async function presentTrigger(
  host: Pick<Host, "baseUrl" | "read" | "keys">,
  { auth }: ActionContext,
  trigger: WorkflowTrigger,
): Promise<WorkflowTriggerView> {
  const { kind, settings } = trigger;
  return {
    id: trigger.id,
    workflowId: trigger.workflowId,
    ownerId: trigger.ownerId,
    kind,
    ...(kind !== "inbound" && { [kind]: settings }),
    inputs: trigger.inputs,
    projectId: trigger.projectId,
    dailyCredits: trigger.dailyCredits,
    spentToday: await spentOn(host.read, trigger.id, Date.now()),
    enabled: trigger.isEnabled,
    nextAt: trigger.nextAt === null ? null : iso(trigger.nextAt),
    ...(kind === "inbound" && mayCall(auth, trigger) && { url: addressOf(host, trigger) }),
    createdAt: iso(trigger.createdAt),
    updatedAt: iso(trigger.updatedAt),
  };
}

export const presentFire = ({
  id,
  tick,
  status,
  runId,
  detail,
  createdAt,
}: WorkflowTriggerFire): TriggerFireView => ({
  id,
  tick: status === "credential_ended" ? iso(createdAt) : tick.replace(/^call /, ""),
  status,
  runId,
  detail,
  createdAt: iso(createdAt),
});
