import { WorkflowRun } from "../../entities/workflow-run.js";
import type { ActionContext } from "../../runtime/context.js";
import type { Host } from "../../runtime/host.js";
import type { WorkflowSeen } from "./find-workflow.js";

/** The runs of a workflow that the caller sees, newest first; `total` counts all of them. */
export async function listRuns(
  host: Pick<Host, "read">,
  { auth }: ActionContext,
  { workflow, isPersonal }: WorkflowSeen,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ runs: WorkflowRun[]; total: number }> {
  const where = { workflowId: workflow.id, ...(isPersonal && { starterId: auth.accountId }) };
  const [runs, total] = await Promise.all([
    host.read.find(WorkflowRun, where, { order: { createdAt: "DESC", id: "DESC" }, limit, offset }),
    host.read.count(WorkflowRun, where),
  ]);
  return { runs, total };
}
