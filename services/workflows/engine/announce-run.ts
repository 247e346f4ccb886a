import type { WorkflowRun } from "../../../entities/workflow-run.js";
import type { Host } from "../../../runtime/process/host.js";
import type { Tx } from "../../../runtime/database/transaction.js";
import { announce } from "../../events/index.js";

/** Tells a run's starter its state as the transaction leaves it. `progress` is the share of nodes that have ended. */
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
