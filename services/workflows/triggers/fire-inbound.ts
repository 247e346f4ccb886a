import { v7 } from "uuid";
import type { ParamsOf } from "../../../contracts/contract.js";
import { notFound, ServiceError } from "../../../contracts/errors.js";
import { type fireTrigger, MAX_INBOUND } from "../../../contracts/workflow-triggers.js";
import type { WorkflowTriggerFire } from "../../../entities/workflow-trigger-fire.js";
import type { WorkflowTrigger } from "../../../entities/workflow-trigger.js";
import { nameAct } from "../../../runtime/actions/audit/act.js";
import type { Host } from "../../../runtime/process/host.js";
import { onBehalfOf } from "../../../runtime/concurrency/current-call.js";
import { takeUses } from "../../../runtime/actions/limited-uses.js";
import { isUniqueViolation } from "../../../runtime/database/transaction.js";
import { isSigned } from "./address.js";
import { findFire } from "./fire.repository.js";
import { insertFires, roomFor, tooManyWait } from "./fires.js";
import { startFire } from "./start-fire.js";
import { findTrigger } from "./trigger.repository.js";

const MINUTE_MS = 60_000;

/**
 * Starts a run for a call of a trigger's address; a repeat with the same eventId returns the first one's fire.
 * Throws `not_found` for a trigger that was deleted, `forbidden` for a wrong signature, and `conflict` for a
 * trigger that is switched off.
 */
export async function fireInbound(
  host: Host,
  { triggerId, signature, inputs = {}, eventId }: ParamsOf<typeof fireTrigger>,
): Promise<WorkflowTriggerFire> {
  const trigger = await findTrigger(host.read, { id: triggerId });
  if (trigger?.kind !== "inbound") throw notFound("Unknown trigger.");
  if (!isSigned(host, trigger, signature))
    throw new ServiceError(
      "forbidden",
      "The signature of this address is wrong, or the address was replaced.",
    );
  // Only the trigger's owner can give the address away, so a flood of calls counts against the owner.
  return onBehalfOf(trigger.ownerId, () => fire(host, trigger, { inputs, eventId }));
}

interface Brought {
  inputs: Record<string, unknown>;
  eventId: string | undefined;
}

async function fire(
  host: Host,
  trigger: WorkflowTrigger,
  { inputs, eventId }: Brought,
): Promise<WorkflowTriggerFire> {
  const { id: triggerId } = trigger;
  if (!trigger.isEnabled) throw new ServiceError("conflict", "The trigger is switched off.");
  const tick = `call ${eventId ?? v7()}`;
  const before = eventId === undefined ? null : await findFire(host.read, { triggerId, tick });
  const made = before ?? (await insert(host, trigger, tick, inputs));
  await startFire(host, made.id).catch((error: unknown) =>
    host.log.warn({ err: error, trigger: triggerId }, "the task starts the run of a trigger that was called"),
  );
  return (await findFire(host.read, { id: made.id })) ?? made;
}

async function insert(
  host: Pick<Host, "read" | "transact" | "tasks">,
  trigger: WorkflowTrigger,
  tick: string,
  inputs: Record<string, unknown>,
): Promise<WorkflowTriggerFire> {
  try {
    const made = await host.transact(async (tx) => {
      nameAct({
        projectId: trigger.projectId,
        actor: { id: trigger.ownerId, credentialId: trigger.id },
      });
      const name = `workflow trigger ${trigger.id}`;
      const { waitMs } = await takeUses(tx, [{ name, limit: MAX_INBOUND, windowMs: MINUTE_MS }]);
      if (waitMs > 0)
        throw new ServiceError("rate_limited", `This address takes ${MAX_INBOUND} calls a minute.`, {
          details: { retryAfterSeconds: Math.ceil(waitMs / 1000) },
        });
      // The call has used the address, but is not recorded, so that its repeat with the same eventId starts the run.
      if ((await roomFor(host, tx, trigger.ownerId)) === 0) return null;
      const [fire] = await insertFires(host, tx, [{ trigger, tick, inputs }]);
      return fire ?? null;
    });
    if (made !== null) return made;
  } catch (error) {
    const other = isUniqueViolation(error)
      ? await findFire(host.read, { triggerId: trigger.id, tick })
      : null;
    if (other === null) throw error;
    return other;
  }
  throw new ServiceError("rate_limited", tooManyWait(), {
    details: { retryAfterSeconds: MINUTE_MS / 1000 },
  });
}
