import { getRun, stopRun, type WorkflowRunView } from "../../contracts/workflows.js";
import type { ToolCall } from "./tool.js";
import { endOfWait } from "./wait-seconds.js";

/** Waits at most `seconds` for a run's end; returns the state reached. With 0 it reads nothing. */
export async function waitForRun(
  call: ToolCall,
  first: WorkflowRunView,
  seconds: number,
): Promise<WorkflowRunView> {
  if (seconds === 0) return first;
  return call.waitFor({
    first,
    isOver: ({ status }) => status !== "running",
    read: async () => (await call.call(getRun, { id: first.workflowId, runId: first.id })).run,
    describe: ({ nodeResults }) => {
      const nodes = Object.values(nodeResults);
      const ended = nodes.filter(({ status }) => status !== "pending" && status !== "running");
      return `${ended.length} of ${nodes.length} nodes have ended.`;
    },
    onChange: (wake) => call.host.signals.on("run.moved", ({ id }) => id === first.id && wake()),
    cancel: ({ id, workflowId }) => call.call(stopRun, { id: workflowId, runId: id }),
    until: endOfWait(call.startedAt, seconds),
    totalSeconds: seconds,
  });
}
