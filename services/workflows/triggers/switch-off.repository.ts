import type { Reader, Tx } from "../../../runtime/database/transaction.js";

/** By what a trigger acts that has ended: a key or an agent, or sessions that made or changed it last before a time. */
export type EndedActor = { credentialId: string | null } | { sessionsBefore: number };

const OF_SESSIONS = "credentialId IS NULL AND isEnabled = 1 AND updatedAt <= ?";

/** Ids of an account's enabled triggers that sessions made or changed last by a time. Reads the index IX_workflow_triggers_owner. */
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

/** Switches a trigger off that is on and acts by what has ended; gives whether it was so still. */
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

/** Switches off the triggers that run in the name of a deleted project, and takes them out of it. */
export async function switchOffOfProject(tx: Tx, projectId: string): Promise<void> {
  await tx.run(`${OUT_OF_PROJECT} WHERE projectId = ?`, [projectId]);
}

/** The same for the triggers of a workflow. */
export async function switchOffOfWorkflow(tx: Tx, workflowId: string): Promise<void> {
  await tx.run(`${OUT_OF_PROJECT} WHERE workflowId = ?`, [workflowId]);
}
