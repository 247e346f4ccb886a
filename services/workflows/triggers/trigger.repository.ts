import { Not } from "typeorm";
import { WorkflowTrigger } from "../../../entities/workflow-trigger.js";
import type { Reader, Tx } from "../../../runtime/database/transaction.js";

/** Returns a trigger; null when there is none with these values. */
export const findTrigger = (
  read: Reader,
  where: Pick<WorkflowTrigger, "id"> & Partial<Pick<WorkflowTrigger, "workflowId">>,
): Promise<WorkflowTrigger | null> => read.findOne(WorkflowTrigger, where);

/** Locks and returns a trigger's row. */
export const lockTrigger = (tx: Tx, id: string): Promise<WorkflowTrigger | null> =>
  tx.findOneForUpdate(WorkflowTrigger, { id });

/**
 * Keeps a trigger from being deleted until the transaction ends, beside others that do the same. Returns false
 * when it is deleted already.
 */
export const holdTrigger = async (tx: Tx, id: string): Promise<boolean> =>
  (await tx.findOneForShare(WorkflowTrigger, { id })) !== null;

/** Returns the triggers of a workflow, the oldest first. Reads the index IX_workflow_triggers_workflow. */
export const listTriggersOf = (read: Reader, workflowId: string): Promise<WorkflowTrigger[]> =>
  read.find(WorkflowTrigger, { workflowId }, { order: { createdAt: "ASC", id: "ASC" } });

/** Returns the bytes of the inputs of a workflow's triggers. */
export async function measureTriggers(read: Reader, workflowId: string): Promise<number> {
  const [row] = await read.query<{ bytes: number | null }>(
    "SELECT SUM(OCTET_LENGTH(inputs)) AS bytes FROM workflow_triggers WHERE workflowId = ?",
    [workflowId],
  );
  return Number(row?.bytes ?? 0);
}

/** Returns the triggers of a workflow in any order. */
export const findTriggersOf = (read: Reader, workflowId: string): Promise<WorkflowTrigger[]> =>
  read.find(WorkflowTrigger, { workflowId });

/** Returns the triggers that act by a key or an agent. Reads the index IX_workflow_triggers_credential. */
export const findTriggersBy = (read: Reader, credentialId: string): Promise<WorkflowTrigger[]> =>
  read.find(WorkflowTrigger, { credentialId });

/** A trigger that hears the publishes of a project. */
export interface PublishTrigger {
  id: string;
  ownerId: string;
  settings: string;
}

const HEARING = "FROM workflow_triggers WHERE listensTo = ? AND isEnabled = 1";

/**
 * SQL that tells whether a project has a trigger that hears its publishes, for use in a larger statement. Its parameter is the
 * project's id.
 */
export const HAS_PUBLISH_TRIGGERS = `EXISTS (SELECT 1 ${HEARING})`;

/** Returns the enabled triggers that hear a project's publishes, in one read by an index. */
export const findPublishTriggers = (tx: Tx, projectId: string): Promise<PublishTrigger[]> =>
  tx.query<PublishTrigger>(`SELECT id, ownerId, settings ${HEARING}`, [projectId]);

/**
 * Counts the triggers of a workflow or an account. The caller has locked the workflow's row or the account's
 * projects (`lockProjectsOf`), so the number cannot change.
 */
export const countTriggers = (tx: Tx, where: { workflowId: string } | { ownerId: string }): Promise<number> =>
  tx.count(WorkflowTrigger, where);

/** Counts the other enabled triggers that hear a project's publishes. The caller has locked the project's row. */
export const countOtherListeners = (
  tx: Tx,
  { listensTo, id }: { listensTo: string; id: string },
): Promise<number> => tx.count(WorkflowTrigger, { listensTo, isEnabled: true, id: Not(id) });

/**
 * Returns some triggers in the order of their ids, each with the number of triggers that its owner has. Reads the
 * index IX_workflow_triggers_owner.
 */
export async function findOwnedTriggers(
  read: Reader,
  { after, limit }: { after: string; limit: number },
): Promise<{ id: string; owned: number }[]> {
  const rows = await read.query<{ id: string; owned: number }>(
    `SELECT one.id, (SELECT COUNT(*) FROM workflow_triggers other WHERE other.ownerId = one.ownerId) AS owned
      FROM workflow_triggers one WHERE one.id > ? ORDER BY one.id LIMIT ${limit}`,
    [after],
  );
  return rows.map(({ id, owned }) => ({ id, owned: Number(owned) }));
}

export const insertTrigger = (tx: Tx, trigger: WorkflowTrigger): Promise<void> =>
  tx.insert(WorkflowTrigger, trigger as never);

export async function changeTrigger(
  tx: Tx,
  { id, ...change }: Pick<WorkflowTrigger, "id"> & Partial<WorkflowTrigger>,
): Promise<void> {
  await tx.update(WorkflowTrigger, { id }, change as never);
}

/** Moves a schedule from the tick `from` to the next one; returns whether it stood at `from` and is enabled. */
export const moveToTick = async (
  tx: Tx,
  { id, from, to }: { id: string; from: number; to: number | null },
): Promise<boolean> =>
  (await tx.run("UPDATE workflow_triggers SET nextAt = ? WHERE id = ? AND nextAt = ? AND isEnabled = 1", [
    to,
    id,
    from,
  ])) === 1;

export async function deleteTrigger(tx: Tx, id: string): Promise<void> {
  await tx.delete(WorkflowTrigger, { id });
}
