import type { Host } from "../../../runtime/process/host.js";
import type { Tx } from "../../../runtime/database/transaction.js";
import { deleteDaysOfTrigger } from "./day.repository.js";
import { deleteFiresOfTrigger } from "./fire.repository.js";
import { SCHEDULE_QUEUE } from "./queues.js";
import { deleteTrigger } from "./trigger.repository.js";

/** Deletes a trigger, its log and its days in the caller's transaction. Its runs go on. */
export async function removeTrigger(host: Pick<Host, "tasks">, tx: Tx, id: string): Promise<void> {
  await deleteTrigger(tx, id);
  await deleteFiresOfTrigger(tx, id);
  await deleteDaysOfTrigger(tx, id);
  await host.tasks.drop(tx, SCHEDULE_QUEUE, id);
}
