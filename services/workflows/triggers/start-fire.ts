import { ServiceError } from "../../../contracts/errors.js";
import type { WorkflowTriggerFire } from "../../../entities/workflow-trigger-fire.js";
import type { WorkflowTrigger } from "../../../entities/workflow-trigger.js";
import { OTHER_ACTS } from "../../../contracts/audited.js";
import { actBy } from "../../../runtime/actions/audit/act.js";
import { asAct } from "../../../runtime/actions/audit/entry.js";
import type { Host } from "../../../runtime/process/host.js";
import type { TaskHandler } from "../../../engines/durable-queue/index.js";
import { actAsStarter, DelegateEnded } from "../engine/starter.js";
import { isRefusal } from "../engine/step-refusal.js";
import { type RunOrigin, startRun } from "../start-run.js";
import { requireStanding, requireWorkflow } from "../workflows.policy.js";
import { switchOffEnded } from "./end-credential.js";
import { findFire, markRefused, markStarted } from "./fire.repository.js";
import { FIRE_QUEUE } from "./queues.js";
import { findTrigger, holdTrigger } from "./trigger.repository.js";

/** Returns the task that starts the runs of triggers that have fired. */
export const fireTask = (host: Host): TaskHandler => ({
  queue: FIRE_QUEUE,
  concurrency: 16,
  perPayer: 8,
  maxAttempts: Number.MAX_SAFE_INTEGER,
  async run({ subject }) {
    await startFire(host, subject);
  },
});

/** Thrown when somebody else ended the row, or deleted the trigger, meanwhile, so that the run is not started. */
class FireOver extends Error {}

/** Starts the run of a fire as the trigger's owner, or records why it is refused. Either happens only once. */
export async function startFire(host: Host, id: string): Promise<void> {
  const fire = await findFire(host.read, { id });
  if (fire?.status !== "waiting") return;
  const trigger = await findTrigger(host.read, { id: fire.triggerId });
  if (trigger === null) return;
  try {
    await start(host, trigger, fire);
  } catch (error) {
    if (error instanceof FireOver) return;
    if (!isRefusal(error)) throw error;
    if (error instanceof DelegateEnded) await switchOffEnded(host, trigger);
    const detail = error.message;
    await host.transact((tx) => markRefused(tx, { id, detail }));
  }
  host.fault?.("workflows.fired");
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
  requireStanding(host, context);
  const seen = await requireWorkflow(host, context, trigger.workflowId);
  const { projectId } = trigger;
  const inputs = { ...trigger.inputs, ...fire.inputs };
  const origin: RunOrigin = {
    trigger,
    async commit(tx, run) {
      if (!(await holdTrigger(tx, trigger.id))) throw new FireOver();
      if (!(await markStarted(tx, { id: fire.id, runId: run.id }))) throw new FireOver();
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
