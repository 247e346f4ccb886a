import { signMedia } from "../../contracts/storage.js";
import type { NodeResultView, PortValueView, WorkflowRunView } from "../../contracts/workflows.js";
import type { ToolCall } from "./tool.js";

/**
 * Presents a run with media links that open for 24 hours, as all links of the agent server do (rules/storage
 * 17).
 */
export async function presentAgentRun(call: ToolCall, run: WorkflowRunView): Promise<WorkflowRunView> {
  const storageIds = new Set(Object.values(run.nodeResults).flatMap(idsOf));
  if (storageIds.size === 0) return run;
  const { objects } = await call.call(signMedia, { storageIds: [...storageIds], longLived: true });
  const urls = new Map(objects.map(({ storageId, url }) => [storageId, url]));
  const relinked = (value: PortValueView): PortValueView =>
    value.storageId === undefined ? value : { ...value, value: urls.get(value.storageId) ?? value.value };
  const presented = ({ output, outputs, ...rest }: NodeResultView): NodeResultView => ({
    ...rest,
    ...(output !== undefined && { output: relinked(output) }),
    ...(outputs !== undefined && {
      outputs: Object.fromEntries(Object.entries(outputs).map(([port, value]) => [port, relinked(value)])),
    }),
  });
  return {
    ...run,
    nodeResults: Object.fromEntries(
      Object.entries(run.nodeResults).map(([id, result]) => [id, presented(result)]),
    ),
  };
}

const idsOf = ({ outputs = {} }: NodeResultView): string[] =>
  Object.values(outputs).flatMap(({ storageId }) => storageId ?? []);
