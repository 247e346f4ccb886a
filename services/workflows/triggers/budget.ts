import { ServiceError } from "../../../contracts/errors.js";
import { WorkflowTriggerDay } from "../../../entities/workflow-trigger-day.js";
import { WorkflowRunStep } from "../../../entities/workflow-run-step.js";
import { WorkflowTrigger } from "../../../entities/workflow-trigger.js";
import type { WorkflowRun } from "../../../entities/workflow-run.js";
import type { Reader, Tx } from "../../../runtime/database/transaction.js";

/** A run counts for the day on which it began, whatever the day is when its nodes come to pay. */
const dayId = (triggerId: string, at: number): string =>
  `${triggerId}.${new Date(at).toISOString().slice(0, 10)}`;

/** What runs of a trigger that began on the day of a moment have spent or hold. */
export async function spentOn(read: Reader, triggerId: string, at: number): Promise<number> {
  return (await read.findOne(WorkflowTriggerDay, { id: dayId(triggerId, at) }))?.credits ?? 0;
}

type Budgeted = Pick<WorkflowRun, "triggerId" | "createdAt">;

async function beginDay(tx: Tx, triggerId: string, at: number): Promise<string> {
  const id = dayId(triggerId, at);
  await tx.run(
    tx.database.dialect === "sqlite"
      ? "INSERT INTO workflow_trigger_days (id, triggerId, credits) VALUES (?, ?, 0) ON CONFLICT (id) DO NOTHING"
      : "INSERT IGNORE INTO workflow_trigger_days (id, triggerId, credits) VALUES (?, ?, 0)",
    [id, triggerId],
  );
  return id;
}

/**
 * For work whose cost is known only when it is done: refused once the day is used up, and counted by `settleDay`. So the
 * day is passed by at most what such steps cost that began before it was. Throws `insufficient_credits`.
 */
export async function requireRest(tx: Tx, { triggerId, createdAt }: Budgeted): Promise<void> {
  if (triggerId === null) return;
  const most = (await tx.findOne(WorkflowTrigger, { id: triggerId }))?.dailyCredits ?? 0;
  const day = await tx.findOne(WorkflowTriggerDay, { id: dayId(triggerId, createdAt) });
  if ((day?.credits ?? 0) >= most) throw overBudget(most);
}

/**
 * Takes what a paid step may cost from its trigger's day, in the step's transaction. Of a run that nobody triggered
 * nothing is taken. Throws `insufficient_credits` when the day has less.
 */
export async function takeFromDay(
  tx: Tx,
  { triggerId, createdAt }: Budgeted,
  credits: number,
): Promise<void> {
  if (triggerId === null || credits === 0) return;
  const trigger = await tx.findOne(WorkflowTrigger, { id: triggerId });
  const most = trigger?.dailyCredits ?? 0;
  const id = await beginDay(tx, triggerId, createdAt);
  const affected = await tx.run(
    "UPDATE workflow_trigger_days SET credits = credits + ? WHERE id = ? AND credits + ? <= ?",
    [credits, id, credits, most],
  );
  if (affected !== 1) throw overBudget(most);
}

/** A step that has ended. */
export interface StepCost extends Pick<WorkflowRunStep, "id" | "createdAt"> {
  cost: number;
}

/**
 * Counts what ended steps really cost in the place of what they count for so far; repeated it changes nothing. Belongs
 * behind the lock of the run's row, which orders all who begin, settle or remove its steps.
 */
export async function settleDay(
  tx: Tx,
  { triggerId, createdAt: at }: Budgeted,
  ended: readonly StepCost[],
): Promise<void> {
  if (triggerId === null || ended.length === 0) return;
  let difference = 0;
  for (const { id, createdAt, cost } of ended) {
    // One that was begun anew by a resumed run is another step.
    const step = await tx.findOneForUpdate(WorkflowRunStep, { id, createdAt });
    if (step === null || (step.heldCredits ?? 0) === cost) continue;
    difference += cost - (step.heldCredits ?? 0);
    await tx.update(WorkflowRunStep, { id }, { heldCredits: cost });
  }
  if (difference === 0 || (await tx.findOne(WorkflowTrigger, { id: triggerId })) === null) return;
  const id = await beginDay(tx, triggerId, at);
  await tx.run("UPDATE workflow_trigger_days SET credits = credits + ? WHERE id = ?", [difference, id]);
}

export const overBudget = (most: number): ServiceError =>
  new ServiceError(
    "insufficient_credits",
    `The daily budget of the trigger, ${most} credits, does not cover this. Nothing was charged.`,
  );
