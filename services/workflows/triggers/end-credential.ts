import { v7 } from "uuid";
import type { ParamsOf } from "../../../contracts/contract.js";
import type { workflowsCredentialEnded, workflowsSessionsEnded } from "../../../contracts/credential-end.js";
import { WorkflowTrigger } from "../../../entities/workflow-trigger.js";
import { WorkflowTriggerFire } from "../../../entities/workflow-trigger-fire.js";
import type { Host } from "../../../runtime/process/host.js";

type Ended = Pick<WorkflowTrigger, "id" | "credentialId" | "credentialKind">;

/** Switches off all triggers that act by a key or an agent which has ended (ADR-0038). May be repeated. */
export async function endCredential(
  host: Pick<Host, "read" | "transact">,
  { credentialId }: ParamsOf<typeof workflowsCredentialEnded>,
): Promise<{ ok: true }> {
  const triggers = await host.read.find(WorkflowTrigger, { credentialId });
  for (const trigger of triggers) await switchOffEnded(host, trigger);
  return { ok: true };
}

/**
 * Switches off all triggers of an account that sessions made or changed last before the sessions ended: whoever had such a
 * session may have been somebody else (ADR-0038). May be repeated.
 */
export async function endSessions(
  host: Pick<Host, "read" | "transact">,
  { accountId, before }: ParamsOf<typeof workflowsSessionsEnded>,
): Promise<{ ok: true }> {
  const triggers = await host.read.query<{ id: string }>(
    `SELECT id FROM workflow_triggers WHERE ownerId = ? AND ${OF_SESSIONS}`,
    [accountId, before],
  );
  const detail = `The password was reset, which ended the session that made or last changed this trigger: ${AGAIN}`;
  for (const { id } of triggers)
    await switchOff(host, { id, which: OF_SESSIONS, parameters: [before], by: `sessions ${before}`, detail });
  return { ok: true };
}

const OF_SESSIONS = "credentialId IS NULL AND isEnabled = 1 AND updatedAt <= ?";

/** The log says why, once; whoever changes the trigger meanwhile has made it act by another credential. */
export const switchOffEnded = (
  host: Pick<Host, "transact">,
  { id, credentialId, credentialKind }: Ended,
): Promise<void> =>
  switchOff(host, {
    id,
    which: "credentialId = ? AND isEnabled = 1",
    parameters: [credentialId],
    by: String(credentialId),
    detail: detailOf(credentialKind),
  });

interface SwitchOff {
  id: string;
  /** What must be so still. */
  which: string;
  parameters: readonly unknown[];
  /** Names what has ended. */
  by: string;
  detail: string;
}

async function switchOff(
  { transact }: Pick<Host, "transact">,
  { id, which, parameters, by, detail }: SwitchOff,
): Promise<void> {
  const now = Date.now();
  await transact(async (tx) => {
    const affected = await tx.run(
      `UPDATE workflow_triggers SET isEnabled = 0, nextAt = NULL, listensTo = NULL, updatedAt = ?
        WHERE id = ? AND ${which}`,
      [now, id, ...parameters],
    );
    if (affected !== 1) return;
    await tx.insert(WorkflowTriggerFire, {
      id: v7(),
      triggerId: id,
      tick: `ended ${by}`,
      status: "credential_ended",
      runId: null,
      detail,
      inputs: {},
      budgetId: null,
      createdAt: now,
    } as never);
  });
}

const AGAIN =
  "the trigger is switched off. Its owner may switch it on again, and it acts by the credential that does so.";

const detailOf = (kind: Ended["credentialKind"]): string =>
  `The ${kind === "grant" ? "agent that made or last changed this trigger was disconnected" : "API key that made or last changed this trigger was deleted"}: ${AGAIN}`;
