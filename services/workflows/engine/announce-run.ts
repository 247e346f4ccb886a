import type { WorkflowRun } from "../../../entities/workflow-run.js";
import type { Host } from "../../../runtime/process/host.js";
import type { Tx } from "../../../runtime/database/transaction.js";
import { announce } from "../../events/index.js";

/** Tells who started a run how it stands after the transaction's change. `progress` is the share of nodes that have ended. */
export const announceRun = (
  tx: Tx,
  host: Pick<Host, "signals">,
  {
    id,
    workflowId,
    starterId,
    projectId,
  }: Pick<WorkflowRun, "id" | "workflowId" | "starterId" | "projectId">,
  status: WorkflowRun["status"],
  progress: number | null = null,
): void => announce(tx, host, starterId, { type: "run", id, status, progress, projectId, workflowId });
