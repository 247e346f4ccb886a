import type { ToolCall } from "../tool.js";

/** Name of the extension in the capabilities of both sides. */
export const TASKS = "io.modelcontextprotocol/tasks";

const POLL_MS = 2000;

/** State of a task's work at one moment. */
export interface TaskState {
  status: "working" | "completed" | "cancelled";
  message: string;
  createdAt: string;
  updatedAt: string;
  /** Result of the tool, once the work is completed. */
  result?: object;
}

/**
 * A kind of lasting work that is stored as a row of its area: a handle names that row, so that it is valid on
 * every process and after a restart of either side. The caller's rights are checked on each use.
 */
export interface TaskKind {
  name: string;
  /** Tool that the credential must be offered to read a handle; `cancelsWith` is the one for cancelling. */
  readsWith: string;
  cancelsWith: string;
  /** Returns the ids in the handle, from the tool's result without a wait. */
  partsOf(given: object): readonly string[];
  read(call: ToolCall, parts: readonly string[]): Promise<TaskState>;
  /** Ends the work; work that is over stays as it is. */
  cancel(call: ToolCall, parts: readonly string[]): Promise<unknown>;
}

export interface Handle {
  [key: string]: unknown;
  taskId: string;
  status: TaskState["status"];
  statusMessage: string;
  createdAt: string;
  lastUpdatedAt: string;
  ttlMs: null;
  pollIntervalMs: number;
}

export const handleOf = (taskId: string, { status, message, createdAt, updatedAt }: TaskState): Handle => ({
  taskId,
  status,
  statusMessage: message,
  createdAt,
  lastUpdatedAt: updatedAt,
  ttlMs: null,
  pollIntervalMs: POLL_MS,
});
