import { WorkflowTriggerDay } from "../../../entities/workflow-trigger-day.js";
import { WorkflowTriggerFire } from "../../../entities/workflow-trigger-fire.js";
import { WorkflowTrigger } from "../../../entities/workflow-trigger.js";
import type { Host } from "../../../runtime/process/host.js";
import type { Tx } from "../../../runtime/database/transaction.js";
import { SCHEDULE_QUEUE } from "./queues.js";

/** Deletes a trigger, its log and its days in the caller's transaction. What it started goes on. */
export async function removeTrigger(host: Pick<Host, "tasks">, tx: Tx, id: string): Promise<void> {
  await tx.delete(WorkflowTrigger, { id });
  await tx.delete(WorkflowTriggerFire, { triggerId: id });
  await tx.delete(WorkflowTriggerDay, { triggerId: id });
  await host.tasks.drop(tx, SCHEDULE_QUEUE, id);
}
