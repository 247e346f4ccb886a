import { Not } from "typeorm";
import { WorkflowTrigger } from "../../../entities/workflow-trigger.js";
import type { Reader, Tx } from "../../../runtime/database/transaction.js";

/** A trigger, or null where it is none, or another workflow's. */
export const findTrigger = (
  read: Reader,
  where: Pick<WorkflowTrigger, "id"> & Partial<Pick<WorkflowTrigger, "workflowId">>,
): Promise<WorkflowTrigger | null> => read.findOne(WorkflowTrigger, where);

/** The row of a trigger, kept until the transaction ends. */
export const lockTrigger = (tx: Tx, id: string): Promise<WorkflowTrigger | null> =>
  tx.findOneForUpdate(WorkflowTrigger, { id });

/** The triggers of a workflow, the oldest first. Reads the index IX_workflow_triggers_workflow. */
export const listTriggersOf = (read: Reader, workflowId: string): Promise<WorkflowTrigger[]> =>
  read.find(WorkflowTrigger, { workflowId }, { order: { createdAt: "ASC", id: "ASC" } });

/** The same; the order is left open. */
export const findTriggersOf = (read: Reader, workflowId: string): Promise<WorkflowTrigger[]> =>
  read.find(WorkflowTrigger, { workflowId });

/** Triggers that act by a key or an agent. Reads the index IX_workflow_triggers_credential. */
export const findTriggersBy = (read: Reader, credentialId: string): Promise<WorkflowTrigger[]> =>
  read.find(WorkflowTrigger, { credentialId });

/** A trigger that hears the publishes of a project. */
export interface PublishTrigger {
  id: string;
  ownerId: string;
  settings: string;
}

const HEARING = "FROM workflow_triggers WHERE listensTo = ? AND isEnabled = 1";

/** SQL: whether there is such a trigger, for a statement that asks more of the project. Its parameter is the project's id. */
export const HAS_PUBLISH_TRIGGERS = `EXISTS (SELECT 1 ${HEARING})`;

/** The enabled triggers that hear a project's publishes. One read by an index. */
export const findPublishTriggers = (tx: Tx, projectId: string): Promise<PublishTrigger[]> =>
  tx.query<PublishTrigger>(`SELECT id, ownerId, settings ${HEARING}`, [projectId]);

/** How many triggers a workflow or an account has. For a workflow the caller has locked its row, so that the number stays. */
export const countTriggers = (tx: Tx, where: { workflowId: string } | { ownerId: string }): Promise<number> =>
  tx.count(WorkflowTrigger, where);

/** How many other enabled triggers hear a project's publishes; the caller has locked the project's row. */
export const countOtherListeners = (
  tx: Tx,
  { listensTo, id }: { listensTo: string; id: string },
): Promise<number> => tx.count(WorkflowTrigger, { listensTo, isEnabled: true, id: Not(id) });

export const insertTrigger = (tx: Tx, trigger: WorkflowTrigger): Promise<void> =>
  tx.insert(WorkflowTrigger, trigger as never);

export async function changeTrigger(
  tx: Tx,
  { id, ...change }: Pick<WorkflowTrigger, "id"> & Partial<WorkflowTrigger>,
): Promise<void> {
  await tx.update(WorkflowTrigger, { id }, change as never);
}

/** Moves a schedule from the tick that has come to the next one; gives whether it stood there and is switched on. */
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
