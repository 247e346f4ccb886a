import { ServiceError } from "../../../contracts/errors.js";
import { WorkflowTriggerFire } from "../../../entities/workflow-trigger-fire.js";
import { WorkflowTrigger } from "../../../entities/workflow-trigger.js";
import { OTHER_ACTS } from "../../../contracts/audited.js";
import { actBy, asAct } from "../../../runtime/actions/audit/act.js";
import type { Host } from "../../../runtime/process/host.js";
import type { TaskHandler } from "../../../engines/durable-queue/task-handler.js";
import { actAsStarter, DelegateEnded } from "../engine/starter.js";
import { isRefusal } from "../engine/step-refusal.js";
import { findWorkflow } from "../find-workflow.js";
import { type RunOrigin, startRun } from "../start-run.js";
import { switchOffEnded } from "./end-credential.js";
import { FIRE_QUEUE } from "./queues.js";

/** Starts the runs of triggers that have fired. */
export const fireTask = (host: Host): TaskHandler => ({
  queue: FIRE_QUEUE,
  concurrency: 16,
  perPayer: 8,
  maxAttempts: Number.MAX_SAFE_INTEGER,
  async run({ subject }) {
    await startFire(host, subject);
  },
});

/** The row was ended by somebody else meanwhile: the run that was about to start is not. */
class FireOver extends Error {}

/** Starts the run of a fire as the trigger's owner, or notes why it is refused; either once. */
export async function startFire(host: Host, id: string): Promise<void> {
  const fire = await host.read.findOne(WorkflowTriggerFire, { id });
  if (fire?.status !== "waiting") return;
  const trigger = await host.read.findOne(WorkflowTrigger, { id: fire.triggerId });
  if (trigger === null) return;
  try {
    await start(host, trigger, fire);
  } catch (error) {
    if (error instanceof FireOver) return;
    if (!isRefusal(error)) throw error;
    if (error instanceof DelegateEnded) await switchOffEnded(host, trigger);
    await host.transact((tx) =>
      tx.run(
        "UPDATE workflow_trigger_fires SET status = 'refused', detail = ? WHERE id = ? AND status = 'waiting'",
        [error.message, id],
      ),
    );
  }
  host.fault("workflows.fired");
}

async function start(host: Host, trigger: WorkflowTrigger, fire: WorkflowTriggerFire): Promise<void> {
  const context = await actAsStarter(host, {
    id: fire.id,
    starterId: trigger.ownerId,
    starterEmail: trigger.ownerEmail,
    credentialKind: trigger.credentialKind,
    credentialId: trigger.credentialId,
    budgetId: fire.budgetId,
    scopes: trigger.scopes,
  });
  if (!trigger.isEnabled) throw new ServiceError("conflict", "The trigger is switched off.");
  if (context.auth.isSuspended) throw new ServiceError("account_suspended");
  if (host.config.requireEmailVerification && !context.auth.isEmailVerified)
    throw new ServiceError("email_unverified");
  const seen = await findWorkflow(host, context, trigger.workflowId);
  const { projectId } = trigger;
  const inputs = { ...trigger.inputs, ...fire.inputs };
  const origin: RunOrigin = {
    trigger,
    async commit(tx, run) {
      const affected = await tx.run(
        "UPDATE workflow_trigger_fires SET status = 'started', runId = ? WHERE id = ? AND status = 'waiting'",
        [run.id, fire.id],
      );
      if (affected !== 1) throw new FireOver();
    },
  };
  const actor = { kind: "trigger" as const, id: trigger.ownerId, credentialId: trigger.id };
  const act = actBy(
    actor,
    { ...OTHER_ACTS.fire, requestId: fire.id },
    { projectId: seen.workflow.projectId },
  );
  await asAct(act, () => startRun(host, context, seen, { inputs, projectId }, origin));
}
