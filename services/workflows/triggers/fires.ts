import { v7 } from "uuid";
import type { WorkflowTrigger } from "../../../entities/workflow-trigger.js";
import type { WorkflowTriggerFire } from "../../../entities/workflow-trigger-fire.js";
import type { Host } from "../../../runtime/process/host.js";
import type { Tx } from "../../../runtime/database/transaction.js";
import { insertFireRows } from "./fire.repository.js";
import { FIRE_QUEUE } from "./queues.js";

export interface Fired extends Pick<WorkflowTriggerFire, "tick" | "inputs"> {
  trigger: Pick<WorkflowTrigger, "id" | "ownerId">;
  /** Of the credential that made it fire, should it have a limit: the run counts against it. */
  budgetId?: string | null | undefined;
}

/**
 * Notes in the caller's transaction that triggers have fired, and queues the starts of their runs. A tick that is there already
 * violates the log's unique index: so it fires once, whichever process comes to it.
 */
export async function insertFires(
  host: Pick<Host, "tasks">,
  tx: Tx,
  fired: readonly Fired[],
): Promise<WorkflowTriggerFire[]> {
  if (fired.length === 0) return [];
  const createdAt = Date.now();
  const fires = fired.map(({ trigger, tick, inputs, budgetId = null }): WorkflowTriggerFire => ({
    id: v7(),
    triggerId: trigger.id,
    tick,
    status: "waiting",
    runId: null,
    detail: null,
    inputs,
    budgetId,
    createdAt,
  }));
  await insertFireRows(tx, fires);
  await Promise.all(
    fires.map(({ id }, at) =>
      host.tasks.enqueue(tx, { queue: FIRE_QUEUE, subject: id, payer: fired[at]?.trigger.ownerId ?? "" }),
    ),
  );
  return fires;
}
