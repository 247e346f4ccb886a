import { ServiceError } from "../../contracts/errors.js";
import { getRun, stopRun, type WorkflowRunView } from "../../contracts/workflows.js";
import { readRunState } from "./read-run-state.js";
import type { ToolCall } from "./tool.js";
import { endOfWait } from "./wait-seconds.js";

/**
 * Waits at most `seconds` for a run's end; returns the state reached. With 0 it reads nothing. The results of
 * the nodes, which may have megabytes, are read once, when the wait is over.
 */
export async function waitForRun(
  call: ToolCall,
  first: WorkflowRunView,
  seconds: number,
): Promise<WorkflowRunView> {
  if (seconds === 0) {
    // A run that has ended already has its results. One that runs must not be refused: the caller would lose its id.
    if (first.status !== "running") await call.longTurn();
    return first;
  }
  let { status } = first;
  const { workflowId: id, id: runId } = first;
  await call.waitFor({
    first: first.status,
    isOver: (status) => status !== "running",
    read: async () => (status = (await readRunState(call, { id, runId })).status),
    async describe() {
      const { nodes } = await readRunState(call, { id, runId, withNodes: true });
      return `${nodes?.ended ?? 0} of ${nodes?.total ?? 0} nodes have ended.`;
    },
    onChange: (wake) => call.host.signals.on("run.moved", (moved) => moved.id === runId && wake()),
    cancel: () => call.call(stopRun, { id, runId }),
    until: endOfWait(call.startedAt, seconds),
    totalSeconds: seconds,
  });
  try {
    await call.longTurn();
    return (await call.call(getRun, { id, runId })).run;
  } catch (error) {
    // The caller must not lose the run's id, so the answer is the run as it was begun, with the last status that was read.
    if (error instanceof ServiceError && error.code === "unavailable") return { ...first, status };
    throw error;
  }
}
