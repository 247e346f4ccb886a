import { LessThan, Not } from "typeorm";
import { shortened } from "../../../contracts/code-points.js";
import { WorkflowTriggerFire } from "../../../entities/workflow-trigger-fire.js";
import { deleteAll, deleteBatch } from "../../../runtime/database/delete-batch.js";
import type { Reader, Tx } from "../../../runtime/database/transaction.js";
import type { Host } from "../../../runtime/process/host.js";

/**
 * Returns one fire of a trigger by its id, or by its tick, which the index UQ_workflow_trigger_fires_tick keeps
 * unique.
 */
export const findFire = (
  read: Reader,
  where: { id: string } | { triggerId: string; tick: string },
): Promise<WorkflowTriggerFire | null> => read.findOne(WorkflowTriggerFire, where);

/**
 * Returns a page of a trigger's log, the newest first, and its total length. Reads the index
 * IX_workflow_trigger_fires_newest.
 */
export async function findFiresOfTrigger(
  longRead: Reader,
  { triggerId, limit, offset }: { triggerId: string; limit: number; offset: number },
): Promise<{ fires: WorkflowTriggerFire[]; total: number }> {
  const [fires, total] = await Promise.all([
    longRead.find(
      WorkflowTriggerFire,
      { triggerId },
      { order: { createdAt: "DESC", id: "DESC" }, limit, offset },
    ),
    longRead.count(WorkflowTriggerFire, { triggerId }),
  ]);
  return { fires, total };
}

/** Inserts a fire. Throws the unique violation of a tick that was recorded before. */
export const insertFire = (tx: Tx, fire: WorkflowTriggerFire): Promise<void> =>
  tx.insert(WorkflowTriggerFire, fire as never);

/** Inserts several fires in one statement. Throws as `insertFire` does. */
export const insertFireRows = (tx: Tx, fires: readonly WorkflowTriggerFire[]): Promise<void> =>
  tx.insert(WorkflowTriggerFire, fires as never[]);

/**
 * Records the run that a waiting fire started, and drops the inputs, which the run has now. Returns whether the
 * fire waited.
 */
export const markStarted = async (tx: Tx, { id, runId }: { id: string; runId: string }): Promise<boolean> =>
  (await tx.run(
    "UPDATE workflow_trigger_fires SET status = 'started', runId = ?, inputs = '{}' WHERE id = ? AND status = 'waiting'",
    [runId, id],
  )) === 1;

/** The longest reason in the log. A reason may repeat what a caller sent, whose names may be 1 MB long. */
const MAX_DETAIL = 500;

/** Records why a waiting fire starts no run, and drops its inputs. */
export async function markRefused(tx: Tx, { id, detail }: { id: string; detail: string }): Promise<void> {
  await tx.run(
    "UPDATE workflow_trigger_fires SET status = 'refused', detail = ?, inputs = '{}' WHERE id = ? AND status = 'waiting'",
    [shortened(detail, MAX_DETAIL), id],
  );
}

/** Deletes a batch of a trigger's fires. Returns true when none is left. */
export const deleteSomeOfLog = (host: Pick<Host, "read" | "transact">, triggerId: string): Promise<boolean> =>
  deleteBatch(host, WorkflowTriggerFire, { triggerId });

/** Deletes the fires before a time, batch by batch. */
export async function deleteFiresBefore(
  host: Pick<Host, "read" | "transact">,
  { before, signal }: { before: number; signal: AbortSignal },
): Promise<void> {
  await deleteAll(host, signal, WorkflowTriggerFire, { createdAt: LessThan(before) });
}

/** Deletes all fires of a trigger but the newest `keep` and those that wait, batch by batch; `keep` is one at least. */
export async function shortenLog(
  host: Pick<Host, "read" | "longRead" | "transact">,
  { triggerId, keep, signal }: { triggerId: string; keep: number; signal: AbortSignal },
): Promise<void> {
  const [oldest] = await host.longRead.query<{ createdAt: number }>(
    `SELECT createdAt FROM workflow_trigger_fires WHERE triggerId = ? ORDER BY createdAt DESC, id DESC LIMIT 1 OFFSET ${keep - 1}`,
    [triggerId],
  );
  if (oldest === undefined) return;
  const createdAt = LessThan(Number(oldest.createdAt));
  await deleteAll(host, signal, WorkflowTriggerFire, { triggerId, createdAt, status: Not("waiting") });
}
