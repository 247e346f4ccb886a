import { v7 } from "uuid";
import type { EventSettings } from "../../../contracts/workflow-triggers.js";
import type { WorkflowTrigger } from "../../../entities/workflow-trigger.js";
import type { WorkflowTriggerFire } from "../../../entities/workflow-trigger-fire.js";
import type { Host } from "../../../runtime/process/host.js";
import type { Tx } from "../../../runtime/database/transaction.js";
import { insertFireRows } from "./fire.repository.js";
import { FIRE_QUEUE } from "./queues.js";
import type { PublishTrigger } from "./trigger.repository.js";

export interface Fired extends Pick<WorkflowTriggerFire, "tick" | "inputs"> {
  trigger: Pick<WorkflowTrigger, "id" | "ownerId">;
  /** The id of a limited credential that made the trigger fire: the run counts against its limit. */
  budgetId?: string | null | undefined;
}

/**
 * Records in the caller's transaction that triggers have fired, and queues the starts of their runs. A tick that
 * was recorded before violates the log's unique index, so that it fires only once, in whichever process.
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

interface Published {
  document: { id: string; type: string; draftVersion: number };
  isByRun: boolean;
  /** The id of a limited credential that publishes: the runs count against its limit. */
  budgetId: string | null | undefined;
}

/**
 * Fires, in the transaction of some publishes, the triggers that hear documents of their types. A publish by a run
 * fires none.
 */
export async function fireAll(
  host: Pick<Host, "tasks">,
  tx: Tx,
  published: readonly Published[],
  triggers: readonly PublishTrigger[],
): Promise<void> {
  const now = Date.now();
  const heard = triggers.map((trigger) => ({
    trigger,
    settings: JSON.parse(trigger.settings) as EventSettings,
  }));
  const fired = published
    .filter(({ isByRun }) => !isByRun)
    .flatMap(({ document: { id, type, draftVersion }, budgetId }) =>
      heard
        .filter(({ settings }) => settings.type === type)
        .map(({ trigger, settings: { documentInput } }) => {
          const text = JSON.stringify({ _id: id, _type: type, _version: draftVersion });
          const inputs = documentInput === undefined ? {} : { [documentInput]: { text } };
          return { trigger, tick: `${id} ${draftVersion} ${now}`, inputs, budgetId };
        }),
    );
  await insertFires(host, tx, fired);
}
