import type { GrantLimits } from "../../contracts/budgets.js";
import type { Tx } from "../../runtime/database/transaction.js";
import * as billing from "../billing/index.js";
import * as projects from "../projects/index.js";

/**
 * Sets all limits on the spending of a key or a connected agent; null removes them. Returns true when there
 * is a limit now. Throws `not_found` for a project that the account does not see.
 */
export async function limitCredential(
  tx: Tx,
  limited: { id: string; accountId: string; subject: "key" | "grant" },
  limits: GrantLimits | null,
): Promise<boolean> {
  const projectId = limits?.projectId ?? null;
  const seen = projectId === null ? null : await projects.requireSeen(tx, limited.accountId, projectId);
  return billing.setBudget(tx, { ...limited, isDefaultProject: seen?.project.isDefault === true }, limits);
}
