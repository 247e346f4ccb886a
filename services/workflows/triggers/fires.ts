import { v7 } from "uuid";
import type { WorkflowTrigger } from "../../../entities/workflow-trigger.js";
import { WorkflowTriggerFire } from "../../../entities/workflow-trigger-fire.js";
import type { Host } from "../../../runtime/host.js";
import type { Tx } from "../../../runtime/transaction.js";
import { FIRE_QUEUE } from "./queues.js";

interface Fired extends Pick<WorkflowTriggerFire, "tick" | "inputs"> {
  /** Of whoever made it fire, should their key have a limit: the run counts against it. */
  budgetId?: string | null | undefined;
}

/**
 * Notes in the caller's transaction that a trigger has fired, and queues the start of its run. A tick that is there already
 * violates the log's unique index: so it fires once, whoever comes to it.
 */
export async function insertFire(
  host: Pick<Host, "tasks">,
  tx: Tx,
  { id: triggerId, ownerId }: Pick<WorkflowTrigger, "id" | "ownerId">,
  { tick, inputs, budgetId = null }: Fired,
): Promise<WorkflowTriggerFire> {
  const fire: WorkflowTriggerFire = {
    id: v7(),
    triggerId,
    tick,
    status: "waiting",
    runId: null,
    detail: null,
    inputs,
    budgetId,
    createdAt: Date.now(),
  };
  await tx.insert(WorkflowTriggerFire, fire as never);
  await host.tasks.enqueue(tx, { queue: FIRE_QUEUE, subject: fire.id, payer: ownerId });
  return fire;
}
