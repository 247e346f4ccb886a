import { In, IsNull, Not } from "typeorm";
import { Budget } from "../../entities/budget.js";
import type { Reader, Tx } from "../../runtime/database/transaction.js";

export const findBudget = (reader: Reader, id: string): Promise<Budget | null> =>
  reader.findOne(Budget, { id });

export const findBudgets = (reader: Reader, ids: readonly string[]): Promise<Budget[]> =>
  reader.find(Budget, { id: In([...ids]) });

/** Locks the row of a budget until the transaction ends. The balance must be locked before it. */
export const lockBudget = (tx: Tx, id: string): Promise<Budget | null> => tx.findOneForUpdate(Budget, { id });

export const insertBudget = (tx: Tx, budget: Budget): Promise<void> => tx.insert(Budget, budget);

export async function changeBudget(
  tx: Tx,
  { id, ...change }: Pick<Budget, "id"> & Partial<Budget>,
): Promise<void> {
  await tx.update(Budget, { id }, change);
}

export async function deleteBudget(tx: Tx, id: string): Promise<void> {
  await tx.delete(Budget, { id });
}

/** Returns whether a project of the account has a limit of credits; the caller has locked the balance. */
export async function hasLimitedProject(tx: Tx, accountId: string): Promise<boolean> {
  const of = { accountId, subject: "project" as const };
  const daily = await tx.count(Budget, { ...of, dailyCredits: Not(IsNull()) });
  const total = await tx.count(Budget, { ...of, totalCredits: Not(IsNull()) });
  return daily + total > 0;
}
