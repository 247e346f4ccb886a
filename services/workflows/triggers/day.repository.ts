import { WorkflowTriggerDay } from "../../../entities/workflow-trigger-day.js";
import type { Reader, Tx } from "../../../runtime/database/transaction.js";

/**
 * Returns the id of a day's row. A run counts for the day on which it began, even when its nodes pay on a later
 * one.
 */
const dayId = (triggerId: string, at: number): string =>
  `${triggerId}.${new Date(at).toISOString().slice(0, 10)}`;

/** The day of a trigger on which the moment `at` lies. */
interface Day {
  triggerId: string;
  at: number;
}

/** Returns the credits of a day; 0 for a day without a row. */
export async function creditsOfDay(read: Reader, { triggerId, at }: Day): Promise<number> {
  return (await read.findOne(WorkflowTriggerDay, { id: dayId(triggerId, at) }))?.credits ?? 0;
}

async function beginDay(tx: Tx, { triggerId, at }: Day): Promise<string> {
  const id = dayId(triggerId, at);
  await tx.run(
    tx.database.dialect === "sqlite"
      ? "INSERT INTO workflow_trigger_days (id, triggerId, credits) VALUES (?, ?, 0) ON CONFLICT (id) DO NOTHING"
      : "INSERT IGNORE INTO workflow_trigger_days (id, triggerId, credits) VALUES (?, ?, 0)",
    [id, triggerId],
  );
  return id;
}

/** Adds credits to a day if its sum then is at most `most`; returns whether it did. The row is the lock. */
export async function addWithin(
  tx: Tx,
  { credits, most, ...day }: Day & { credits: number; most: number },
): Promise<boolean> {
  const id = await beginDay(tx, day);
  const affected = await tx.run(
    "UPDATE workflow_trigger_days SET credits = credits + ? WHERE id = ? AND credits + ? <= ?",
    [credits, id, credits, most],
  );
  return affected === 1;
}

/** Adds credits to a day, or takes some from it, without a limit. */
export async function addToDay(tx: Tx, { credits, ...day }: Day & { credits: number }): Promise<void> {
  const id = await beginDay(tx, day);
  await tx.run("UPDATE workflow_trigger_days SET credits = credits + ? WHERE id = ?", [credits, id]);
}

/** Deletes the days of a trigger. No index has their trigger alone, but their ids begin with its id. */
export async function deleteDaysOfTrigger(tx: Tx, triggerId: string): Promise<void> {
  await tx.run("DELETE FROM workflow_trigger_days WHERE id > ? AND id < ?", [
    `${triggerId}.`,
    `${triggerId}/`,
  ]);
}
