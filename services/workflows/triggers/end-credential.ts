import { v7 } from "uuid";
import type { ParamsOf } from "../../../contracts/contract.js";
import type { workflowsCredentialEnded, workflowsSessionsEnded } from "../../../contracts/credential-end.js";
import type { WorkflowTrigger } from "../../../entities/workflow-trigger.js";
import type { Host } from "../../../runtime/process/host.js";
import { insertFire } from "./fire.repository.js";
import { type EndedActor, findTriggersOfSessions, switchOffActor } from "./switch-off.repository.js";
import { findTriggersBy } from "./trigger.repository.js";

type Ended = Pick<WorkflowTrigger, "id" | "credentialId" | "credentialKind">;

/** Switches off all triggers that act by a key or an agent which has ended (ADR-0038). May be repeated. */
export async function endCredential(
  host: Pick<Host, "read" | "transact">,
  { credentialId }: ParamsOf<typeof workflowsCredentialEnded>,
): Promise<{ ok: true }> {
  const triggers = await findTriggersBy(host.read, credentialId);
  for (const trigger of triggers) await switchOffEnded(host, trigger);
  return { ok: true };
}

/**
 * Switches off all triggers of an account that sessions made or last changed before those sessions ended, since a
 * person other than its owner may have used such a session (ADR-0038). May be repeated.
 */
export async function endSessions(
  host: Pick<Host, "read" | "transact">,
  { accountId, before }: ParamsOf<typeof workflowsSessionsEnded>,
): Promise<{ ok: true }> {
  const ids = await findTriggersOfSessions(host.read, { ownerId: accountId, before });
  const detail = `The password was reset, which ended the session that made or last changed this trigger: ${AGAIN}`;
  const ended = { actor: { sessionsBefore: before }, by: `sessions ${before}`, detail };
  for (const id of ids) await switchOff(host, { id, ...ended });
  return { ok: true };
}

/**
 * Switches off a trigger whose credential has ended, and logs the reason once. A trigger that a member changed
 * meanwhile acts by another credential and stays on.
 */
export const switchOffEnded = (
  host: Pick<Host, "transact">,
  { id, credentialId, credentialKind }: Ended,
): Promise<void> =>
  switchOff(host, {
    id,
    actor: { credentialId },
    by: String(credentialId),
    detail: detailOf(credentialKind),
  });

interface SwitchOff {
  id: string;
  /** The ended actor by which the trigger must still act to be switched off. */
  actor: EndedActor;
  /** The name of the ended actor in the tick that keeps the log's entry unique. */
  by: string;
  detail: string;
}

async function switchOff(
  { transact }: Pick<Host, "transact">,
  { id, actor, by, detail }: SwitchOff,
): Promise<void> {
  const now = Date.now();
  await transact(async (tx) => {
    if (!(await switchOffActor(tx, { id, actor, at: now }))) return;
    await insertFire(tx, {
      id: v7(),
      triggerId: id,
      tick: `ended ${by}`,
      status: "credential_ended",
      runId: null,
      detail,
      inputs: {},
      budgetId: null,
      createdAt: now,
    });
  });
}

const AGAIN =
  "the trigger is switched off. Its owner may switch it on again, and it acts by the credential that does so.";

const detailOf = (kind: Ended["credentialKind"]): string =>
  `The ${kind === "grant" ? "agent that made or last changed this trigger was disconnected" : "API key that made or last changed this trigger was deleted"}: ${AGAIN}`;
