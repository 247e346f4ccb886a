import type { Reader, Tx } from "../../../runtime/database/transaction.js";

/** An actor that has ended: a key or an agent, or the sessions before a time, which made or last changed a trigger. */
export type EndedActor = { credentialId: string | null } | { sessionsBefore: number };

const OF_SESSIONS = "credentialId IS NULL AND isEnabled = 1 AND updatedAt <= ?";

/**
 * Returns ids of an account's enabled triggers that sessions made or last changed up to a time. Reads the index
 * IX_workflow_triggers_owner.
 */
export async function findTriggersOfSessions(
  read: Reader,
  { ownerId, before }: { ownerId: string; before: number },
): Promise<string[]> {
  const triggers = await read.query<{ id: string }>(
    `SELECT id FROM workflow_triggers WHERE ownerId = ? AND ${OF_SESSIONS}`,
    [ownerId, before],
  );
  return triggers.map(({ id }) => id);
}

/** Switches off a trigger that is enabled and still acts by the ended actor; returns whether it did. */
export const switchOffActor = async (
  tx: Tx,
  { id, actor, at }: { id: string; actor: EndedActor; at: number },
): Promise<boolean> => {
  const [which, value] =
    "sessionsBefore" in actor
      ? [OF_SESSIONS, actor.sessionsBefore]
      : ["credentialId = ? AND isEnabled = 1", actor.credentialId];
  const affected = await tx.run(
    `UPDATE workflow_triggers SET isEnabled = 0, nextAt = NULL, listensTo = NULL, updatedAt = ?
        WHERE id = ? AND ${which}`,
    [at, id, value],
  );
  return affected === 1;
};

const OUT_OF_PROJECT =
  "UPDATE workflow_triggers SET isEnabled = 0, nextAt = NULL, listensTo = NULL, projectId = NULL";

/** Switches off the triggers that run in the name of a deleted project, and removes the project from them. */
export async function switchOffOfProject(tx: Tx, projectId: string): Promise<void> {
  await tx.run(`${OUT_OF_PROJECT} WHERE projectId = ?`, [projectId]);
}

/** Switches off the triggers of a workflow, and removes the project from them. */
export async function switchOffOfWorkflow(tx: Tx, workflowId: string): Promise<void> {
  await tx.run(`${OUT_OF_PROJECT} WHERE workflowId = ?`, [workflowId]);
}
