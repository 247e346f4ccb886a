import { getProjectLedger } from "../../contracts/billing.js";
import type { ParamsOf, ResultOf } from "../../contracts/contract.js";
import type { getProjectUsage } from "../../contracts/projects.js";
import type { ActionContext } from "../../runtime/actions/context.js";
import { readPeople } from "./present-project.js";
import type { ProjectSeen } from "./project-seen.repository.js";

/**
 * Returns the costs of a project: all of them for its owner, their own for a contributor; the totals count
 * the same entries.
 */
export async function projectUsage(
  context: ActionContext,
  { project, role }: ProjectSeen,
  { limit, offset }: ParamsOf<typeof getProjectUsage>,
): Promise<ResultOf<typeof getProjectUsage>> {
  const ledger = await context.call(getProjectLedger, {
    projectId: project.isDefault ? null : project.id,
    payerId: project.ownerId,
    actorId: role === "owner" ? null : context.auth.accountId,
    limit,
    offset,
  });
  const people = await readPeople(
    context,
    ledger.totalsByActor.map(({ actorUserId }) => actorUserId),
  );
  return {
    ...ledger,
    totalsByActor: ledger.totalsByActor.map((total) => ({
      ...total,
      actorEmail: people(total.actorUserId).email || total.actorEmail,
    })),
  };
}
