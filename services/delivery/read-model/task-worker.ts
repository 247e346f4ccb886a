import { parentPort } from "node:worker_threads";
import type { TaskReply, TaskRequest } from "./task-pool.js";
import { runTask } from "./tasks.js";

parentPort?.on("message", ({ id, kind, input }: TaskRequest) => {
  let reply: TaskReply;
  try {
    reply = { id, output: runTask(kind, input) };
  } catch (error) {
    reply = { id, error: error instanceof Error ? error.message : String(error) };
  }
  parentPort?.postMessage(reply, []);
});
