import { ServiceError } from "../../../contracts/errors.js";
import type { WorkflowRunStep } from "../../../entities/workflow-run-step.js";
import type { WorkflowRun } from "../../../entities/workflow-run.js";
import type { Reader, Tx } from "../../../runtime/database/transaction.js";
import { lockStep, setHeld } from "../run-step.repository.js";
import { addToDay, addWithin, creditsOfDay } from "./day.repository.js";
import { findTrigger } from "./trigger.repository.js";

/** Returns the credits that a trigger's runs which began on the day of `at` have spent or hold. */
export const spentOn = (read: Reader, triggerId: string, at: number): Promise<number> =>
  creditsOfDay(read, { triggerId, at });

type Budgeted = Pick<WorkflowRun, "triggerId" | "createdAt">;

/**
 * Throws `insufficient_credits` once the trigger's day is used up. This check is for steps whose cost is known
 * only at their end and is counted by `settleDay`, so the day's limit is exceeded at most by the steps that began
 * before it was reached.
 */
export async function requireRest(tx: Tx, { triggerId, createdAt }: Budgeted): Promise<void> {
  const trigger = triggerId === null ? null : await findTrigger(tx, { id: triggerId });
  // A deleted trigger limits nothing (rules/workflows 49).
  if (trigger === null) return;
  const { id, dailyCredits: most } = trigger;
  if ((await creditsOfDay(tx, { triggerId: id, at: createdAt })) >= most) throw overBudget(most);
}

/**
 * Takes what a paid step may cost from its trigger's day, in the step's transaction; does nothing for a run
 * without a trigger, or whose trigger was deleted. Throws `insufficient_credits` when the day has less.
 */
export async function takeFromDay(
  tx: Tx,
  { triggerId, createdAt }: Budgeted,
  credits: number,
): Promise<void> {
  if (triggerId === null || credits === 0) return;
  const trigger = await findTrigger(tx, { id: triggerId });
  // A deleted trigger limits nothing (rules/workflows 49).
  if (trigger === null) return;
  const { dailyCredits: most } = trigger;
  if (!(await addWithin(tx, { triggerId, at: createdAt, credits, most }))) throw overBudget(most);
}

/** An ended step with its cost in credits. */
export interface StepCost extends Pick<WorkflowRunStep, "id" | "createdAt"> {
  cost: number;
}

/**
 * Replaces the credits that ended steps count for so far by what they really cost; a repeat changes nothing. The
 * caller has locked the run's row, which orders all who begin, settle or remove its steps.
 */
export async function settleDay(
  tx: Tx,
  { triggerId, createdAt: at }: Budgeted,
  ended: readonly StepCost[],
): Promise<void> {
  if (triggerId === null || ended.length === 0) return;
  let difference = 0;
  for (const { id, createdAt, cost } of ended) {
    // A step that a resumed run began anew is another one.
    const step = await lockStep(tx, { id, createdAt });
    if (step === null || (step.heldCredits ?? 0) === cost) continue;
    difference += cost - (step.heldCredits ?? 0);
    await setHeld(tx, { id, heldCredits: cost });
  }
  if (difference === 0 || (await findTrigger(tx, { id: triggerId })) === null) return;
  await addToDay(tx, { triggerId, at, credits: difference });
}

export const overBudget = (most: number): ServiceError =>
  new ServiceError(
    "insufficient_credits",
    `The daily budget of the trigger, ${most} credits, does not cover this. Nothing was charged.`,
  );
