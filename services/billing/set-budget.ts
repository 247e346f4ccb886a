import type { GrantLimits } from "../../contracts/budgets.js";
import type { Budget } from "../../entities/budget.js";
import type { Tx } from "../../runtime/database/transaction.js";
import { lockBalance, saveBalance } from "./balance.repository.js";
import {
  changeBudget,
  deleteBudget,
  hasLimitedProject,
  insertBudget,
  lockBudget,
} from "./limit.repository.js";

export interface Limited {
  /** The key's, grant's or project's. */
  id: string;
  accountId: string;
  subject: Budget["subject"];
  /** Whether `projectId` of the limits is the account's default project. */
  isDefaultProject?: boolean;
}

const hasLimit = ({ dailyCredits, totalCredits, projectId, askAboveCredits }: GrantLimits): boolean =>
  [dailyCredits, totalCredits, projectId, askAboveCredits].some((limit) => (limit ?? null) !== null);

/**
 * Sets the limits of a key, a grant or a project as a whole; null takes them away. What was counted stays, so that a limit
 * which is changed does not begin anew. Locks the account's balance first, for holds look there for limits of projects.
 * True when there is a limit now.
 */
export async function setBudget(
  tx: Tx,
  { id, accountId, subject, isDefaultProject = false }: Limited,
  limits: GrantLimits | null,
): Promise<boolean> {
  const isLimited = limits !== null && hasLimit(limits);
  const set = {
    dailyCredits: limits?.dailyCredits ?? null,
    totalCredits: limits?.totalCredits ?? null,
    askAboveCredits: limits?.askAboveCredits ?? null,
    projectId: limits?.projectId ?? null,
    isDefaultProject,
  };
  await lockBalance(tx, accountId);
  const known = await lockBudget(tx, id);
  if (known !== null) await changeBudget(tx, { id, ...set });
  else if (isLimited)
    await insertBudget(tx, {
      id,
      accountId,
      subject,
      ...set,
      day: 0,
      usedOfDay: 0,
      usedInAll: 0,
      createdAt: Date.now(),
    });
  if (subject === "project") await noteProjects(tx, accountId);
  return isLimited;
}

/**
 * For the end of a key, a grant or a project. What is held is settled without it; what a key or grant had begun can hold
 * nothing more (`lockBudgets`).
 */
export async function dropBudget(tx: Tx, id: string): Promise<void> {
  await deleteBudget(tx, id);
}

async function noteProjects(tx: Tx, accountId: string): Promise<void> {
  await saveBalance(tx, accountId, { limitsProjects: await hasLimitedProject(tx, accountId) });
}
