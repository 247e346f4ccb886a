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

/** The number of an account's fires that may wait for their runs (rules/workflows 43). */
const MAX_WAITING = 10_000;

/**
 * Records in the caller's transaction that triggers have fired, and queues the starts of their runs. A tick that
 * was recorded before violates the log's unique index, so that it fires only once, in whichever process. Where
 * `most` fires of an account wait already, the log gets one `refused` fire for each of its triggers instead,
 * however many are left out.
 */
export async function insertFires(
  host: Pick<Host, "tasks">,
  tx: Tx,
  fired: readonly Fired[],
  most = MAX_WAITING,
): Promise<WorkflowTriggerFire[]> {
  const fires: WorkflowTriggerFire[] = [];
  for (const [payer, ofOwner] of Map.groupBy(fired, ({ trigger }) => trigger.ownerId)) {
    const room = await roomFor(host, tx, payer, most);
    const waiting = ofOwner.slice(0, room).map((each) => fireOf(each, "waiting", null));
    for (const { id } of waiting) await host.tasks.enqueueNew(tx, { queue: FIRE_QUEUE, subject: id, payer });
    fires.push(...waiting, ...refusedFires(ofOwner.slice(room), most));
  }
  if (fires.length > 0) await insertFireRows(tx, fires);
  return fires;
}

/** Returns how many more fires of an account may wait, at most `most`. */
export const roomFor = async (
  host: Pick<Host, "tasks">,
  tx: Tx,
  payer: string,
  most = MAX_WAITING,
): Promise<number> => most - (await host.tasks.countReadyOf(tx, { queue: FIRE_QUEUE, payer, most }));

/** Returns the reason for which a fire does not wait. */
export const tooManyWait = (most = MAX_WAITING): string =>
  `${most.toLocaleString("en")} fires of this account's triggers wait for their runs already.`;

function refusedFires(leftOut: readonly Fired[], most: number): WorkflowTriggerFire[] {
  const byTrigger = Map.groupBy(leftOut, ({ trigger }) => trigger.id);
  return [...byTrigger.values()].flatMap(([first, ...others]) => {
    const alike = others.length === 0 ? "" : ` The same goes for ${others.length} more that came with it.`;
    return first === undefined ? [] : [fireOf(first, "refused", `${tooManyWait(most)}${alike}`)];
  });
}

const fireOf = (
  { trigger, tick, inputs, budgetId = null }: Fired,
  status: "waiting" | "refused",
  detail: string | null,
): WorkflowTriggerFire => ({
  id: v7(),
  triggerId: trigger.id,
  tick,
  status,
  runId: null,
  detail,
  inputs: status === "waiting" ? inputs : {},
  budgetId,
  createdAt: Date.now(),
});

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
