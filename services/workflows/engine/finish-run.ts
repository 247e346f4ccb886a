import type { WorkflowRun } from "../../../entities/workflow-run.js";
import type { Host } from "../../../runtime/process/host.js";
import type { ClaimedTask } from "../../../engines/durable-queue/index.js";
import type { Reader } from "../../../runtime/database/transaction.js";
import { countRun } from "../room/count-run.js";
import { endLocked } from "../run.repository.js";
import { findCompleteNodes } from "../run-node.repository.js";
import { changeWorkflow, lockWorkflow } from "../workflow.repository.js";
import { announceRun } from "./announce-run.js";
import { lockRunning } from "./run-rows.js";
import type { NodeValue } from "../../../plugins/kit/node-value.js";

type Preview = NodeValue & { type: "image" | "video" };

/** Ends a run whose nodes have all ended, together with its task. A complete run gives its workflow the preview. */
export async function finishRun(
  host: Host,
  task: ClaimedTask,
  run: WorkflowRun,
  status: "complete" | "error",
): Promise<void> {
  const preview = status === "complete" ? await newestPicture(host.read, run.id) : null;
  await host.transact(async (tx) => {
    if (status === "complete") {
      const workflow = await lockWorkflow(tx, run.workflowId);
      if (workflow !== null && (workflow.previewRunAt ?? 0) <= run.createdAt)
        await changeWorkflow(tx, {
          id: run.workflowId,
          previewStorageId: preview?.storageId ?? null,
          previewKind: preview?.type ?? null,
          previewRunAt: run.createdAt,
        });
    }
    await lockRunning(tx, run.id);
    const at = Date.now();
    await endLocked(tx, { id: run.id, status, at });
    await countRun(tx, run, at);
    announceRun(tx, host, run, status, 1);
    await task.complete(tx);
    tx.afterCommit(() => host.signals.send("run.moved", { id: run.id }));
  });
  host.fault?.("workflows.finished");
}

/** Returns the newest picture or video that a run made (rules/workflows 6). */
async function newestPicture(read: Reader, runId: string): Promise<Preview | null> {
  const nodes = await findCompleteNodes(read, runId);
  for (const { outputs } of nodes)
    for (const value of Object.values(outputs ?? {}))
      if (value.type === "image" || value.type === "video") return value as Preview;
  return null;
}
