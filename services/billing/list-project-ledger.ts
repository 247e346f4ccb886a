import type { getProjectLedger } from "../../contracts/billing.js";
import type { ParamsOf, ResultOf } from "../../contracts/contract.js";
import type { ActionContext } from "../../runtime/actions/context.js";
import type { Host } from "../../runtime/process/host.js";
import { findProjectEntries, totalsOfProject } from "./project-ledger.repository.js";
import { presentLedgerEntries } from "./present-ledger-entries.js";

/** Returns the entries of a project's work, newest first, and what each actor spent in all of them. */
export async function listProjectLedger(
  host: Pick<Host, "staleRead">,
  context: ActionContext,
  { limit, offset, ...of }: ParamsOf<typeof getProjectLedger>,
): Promise<ResultOf<typeof getProjectLedger>> {
  const [entries, totals] = await Promise.all([
    findProjectEntries(host.staleRead, of, { limit, offset }),
    totalsOfProject(host.staleRead, of),
  ]);
  return {
    entries: await presentLedgerEntries(context, entries),
    totalsByActor: totals.map(({ actorId, actorEmail, spentCredits }) => ({
      actorUserId: actorId,
      actorEmail,
      spentCredits,
    })),
    total: totals.reduce((sum, { entries: count }) => sum + count, 0),
  };
}
