import { v7 } from "uuid";
import { WorkflowTrigger } from "../../../entities/workflow-trigger.js";
import { WorkflowTriggerFire } from "../../../entities/workflow-trigger-fire.js";
import type { Host } from "../../../runtime/host.js";

type Ended = Pick<WorkflowTrigger, "id" | "credentialId" | "credentialKind">;

/** Switches off all triggers that act by a key or an agent which has ended (ADR-0038). May be repeated. */
export async function endCredential(
  host: Pick<Host, "read" | "transact">,
  credentialId: string,
): Promise<{ ok: true }> {
  const triggers = await host.read.find(WorkflowTrigger, { credentialId });
  for (const trigger of triggers) await switchOffEnded(host, trigger);
  return { ok: true };
}

/** The log says why, once; whoever changes the trigger meanwhile has made it act by another credential. */
export async function switchOffEnded(
  { transact }: Pick<Host, "transact">,
  { id, credentialId, credentialKind }: Ended,
): Promise<void> {
  const now = Date.now();
  await transact(async (tx) => {
    const affected = await tx.run(
      `UPDATE workflow_triggers SET isEnabled = 0, nextAt = NULL, listensTo = NULL, updatedAt = ?
        WHERE id = ? AND credentialId = ? AND isEnabled = 1`,
      [now, id, credentialId],
    );
    if (affected !== 1) return;
    await tx.insert(WorkflowTriggerFire, {
      id: v7(),
      triggerId: id,
      tick: `ended ${credentialId}`,
      status: "credential_ended",
      runId: null,
      detail: detailOf(credentialKind),
      inputs: {},
      budgetId: null,
      createdAt: now,
    } as never);
  });
}

const detailOf = (kind: Ended["credentialKind"]): string =>
  `The ${kind === "grant" ? "agent that made or last changed this trigger was disconnected" : "API key that made or last changed this trigger was deleted"}: the trigger is switched off. Its owner may switch it on again, and it acts by the credential that does so.`;
