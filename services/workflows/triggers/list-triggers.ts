import type { WorkflowTriggerView } from "../../../contracts/workflow-triggers.js";
import type { ActionContext } from "../../../runtime/actions/context.js";
import { type LongResults, longResults } from "../../../runtime/http/long-results.js";
import type { Host } from "../../../runtime/process/host.js";
import { presentTrigger } from "./present-trigger.js";
import { listTriggersOf, measureTriggers } from "./trigger.repository.js";

/**
 * Returns the triggers of a workflow, the oldest first. A list of over 1 MB, which the inputs of twenty triggers may have, is
 * read in the account's turn. Throws `unavailable` where many long results of the account wait (rules/workflows 46).
 */
export async function listTriggers(
  host: Pick<Host, "baseUrl" | "read" | "keys">,
  context: ActionContext,
  workflowId: string,
  results: LongResults = longResults,
): Promise<{ triggers: WorkflowTriggerView[]; total: number }> {
  const bytes = await measureTriggers(host.read, workflowId);
  const triggers = await results.read(context, bytes, async () => {
    const rows = await listTriggersOf(host.read, workflowId);
    return Promise.all(rows.map((row) => presentTrigger(host, context, row)));
  });
  return { triggers, total: triggers.length };
}
