import type { ToolCall } from "../tool.js";

/** The extension's name, in the capabilities of both sides. */
export const TASKS = "io.modelcontextprotocol/tasks";

const POLL_MS = 2000;

/** What stands behind a handle at one moment. */
export interface TaskState {
  status: "working" | "completed" | "cancelled";
  message: string;
  createdAt: string;
  updatedAt: string;
  /** Of one that is completed: what the tool gives. */
  result?: object;
}

/**
 * Work that lasts, by the row that it has anyway: a handle names that row, so it is good on every process and after a
 * restart of either side. The caller's own rights are asked for on each use.
 */
export interface TaskKind {
  name: string;
  /** The tool that has to be offered for a handle to be read, or cancelled. */
  readsWith: string;
  cancelsWith: string;
  /** Ids of the handle, from what the tool gave when it did not wait. */
  partsOf(given: object): readonly string[];
  read(call: ToolCall, parts: readonly string[]): Promise<TaskState>;
  /** Ends the work; what is over stays as it is. */
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
