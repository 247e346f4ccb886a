import { ServiceError } from "../../../contracts/errors.js";
import { WorkflowTriggerFire } from "../../../entities/workflow-trigger-fire.js";
import { WorkflowTrigger } from "../../../entities/workflow-trigger.js";
import type { Host } from "../../../runtime/host.js";
import type { TaskHandler } from "../../../runtime/tasks/task-handler.js";
import { actAsStarter } from "../engine/starter.js";
import { isRefusal } from "../engine/step-refusal.js";
import { findWorkflow } from "../find-workflow.js";
import { startRun } from "../start-run.js";
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
    credentialKind: null,
    credentialId: null,
    budgetId: null,
    scopes: trigger.scopes,
  });
  if (!trigger.isEnabled) throw new ServiceError("conflict", "The trigger is switched off.");
  if (context.auth.isSuspended) throw new ServiceError("account_suspended");
  if (host.config.requireEmailVerification && !context.auth.isEmailVerified)
    throw new ServiceError("email_unverified");
  const seen = await findWorkflow(host, context, trigger.workflowId);
  const { projectId } = trigger;
  const inputs = { ...trigger.inputs, ...fire.inputs };
  await startRun(
    host,
    context,
    seen,
    { inputs, projectId },
    {
      trigger,
      async commit(tx, run) {
        const affected = await tx.run(
          "UPDATE workflow_trigger_fires SET status = 'started', runId = ? WHERE id = ? AND status = 'waiting'",
          [run.id, fire.id],
        );
        if (affected !== 1) throw new FireOver();
      },
    },
  );
}
