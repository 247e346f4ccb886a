import type { GrantLimits } from "../../contracts/budgets.js";
import type { Budget } from "../../entities/budget.js";
import type { Tx } from "../../runtime/database/transaction.js";
import { lockBalance, setBalance } from "./balance.repository.js";
import {
  changeBudget,
  deleteBudget,
  hasLimitedProject,
  insertBudget,
  lockBudget,
} from "./limit.repository.js";

export interface Limited {
  /** The id of the key, grant or project. */
  id: string;
  accountId: string;
  subject: Budget["subject"];
  /** True if `projectId` of the limits is the account's default project. */
  isDefaultProject?: boolean;
}

const hasLimit = ({ dailyCredits, totalCredits, projectId, askAboveCredits }: GrantLimits): boolean =>
  [dailyCredits, totalCredits, projectId, askAboveCredits].some((limit) => (limit ?? null) !== null);

/**
 * Sets all limits of a key, grant or project; null removes them. The counted credits stay, so that a changed
 * limit does not start anew. Locks the account's balance first, because holds look there for limits of
 * projects. Returns true if there is a limit now.
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
 * Removes the budget of a key, grant or project that ends. Open holds are settled without it, and the work of
 * an ended key or grant can make no further hold (`lockBudgets`).
 */
export async function dropBudget(tx: Tx, id: string): Promise<void> {
  await deleteBudget(tx, id);
}

async function noteProjects(tx: Tx, accountId: string): Promise<void> {
  await setBalance(tx, accountId, { limitsProjects: await hasLimitedProject(tx, accountId) });
}
