import { notFound } from "../../../contracts/errors.js";
import { type Agent, type Caller, resultOf } from "../agent.js";
import type { Tool, ToolResult } from "../tool.js";
import { generationTask } from "./generation-task.js";
import { runTask } from "./run-task.js";
import { type Handle, handleOf, type TaskKind } from "./task.js";
import { transcriptionTask } from "./transcription-task.js";

export { TASKS } from "./task.js";

/** Kinds of tasks by the tools whose work may be handed out as a task. */
const KIND_OF: Readonly<Record<string, TaskKind>> = {
  generate: generationTask,
  run_application: generationTask,
  run_workflow: runTask,
  transcribe: transcriptionTask,
};
const KINDS: readonly TaskKind[] = [generationTask, runTask, transcriptionTask];

/**
 * Starts a tool's work without waiting. Returns its handle, or the tool's result when it failed or makes no
 * task.
 */
export async function startTask(
  agent: Agent,
  tool: Tool,
  args: Record<string, unknown>,
  caller: Caller,
): Promise<Handle | ToolResult> {
  const kind = KIND_OF[tool.name];
  if (kind === undefined) return agent.run(tool, args, caller);
  const result = await agent.run(tool, withoutWait(tool, args), caller);
  if (result.isError === true || result.structuredContent === undefined) return result;
  const parts = kind.partsOf(result.structuredContent);
  return handleOf([kind.name, ...parts].join("."), await kind.read(agent.callOf(tool.name, caller), parts));
}

/**
 * Reads the state of a task, with its tool's result once it is over. Throws `not_found` for a task that the
 * caller may not read.
 */
export async function readTask(
  agent: Agent,
  taskId: string,
  caller: Caller,
): Promise<Handle & { result?: object }> {
  const { kind, parts } = named(agent, taskId, "readsWith");
  const state = await kind.read(agent.callOf(kind.readsWith, caller), parts);
  return {
    ...handleOf(taskId, state),
    ...(state.result !== undefined && { result: resultOf(state.result) }),
  };
}

/**
 * Cancels a task; one that is over stays as it is. Throws `not_found` for a task that the caller may not
 * cancel.
 */
export async function cancelTask(agent: Agent, taskId: string, caller: Caller): Promise<void> {
  const { kind, parts } = named(agent, taskId, "cancelsWith");
  await kind.cancel(agent.callOf(kind.cancelsWith, caller), parts);
}

/** Sets waitSeconds to 0. A value over its limit stays, so that it is refused and nothing is started. */
function withoutWait(tool: Tool, args: Record<string, unknown>): Record<string, unknown> {
  const { waitSeconds = 0 } = args;
  const most = Number(tool.listing.inputSchema.properties?.["waitSeconds"]?.["maximum"]);
  const isAllowed = Number.isInteger(waitSeconds) && Number(waitSeconds) >= 0 && Number(waitSeconds) <= most;
  return isAllowed ? { ...args, waitSeconds: 0 } : args;
}

const TASK_ID = /^[a-z]{3,20}(\.[0-9a-f-]{1,36}){1,2}$/;

function named(agent: Agent, taskId: string, by: "readsWith" | "cancelsWith") {
  const [name, ...parts] = taskId.split(".");
  const kind = KINDS.find((each) => each.name === name);
  if (kind === undefined || !TASK_ID.test(taskId) || !agent.offered.has(kind[by]))
    throw notFound("Unknown task.");
  return { kind, parts };
}
