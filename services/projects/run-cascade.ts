import { systemMeta } from "../../runtime/actions/context.js";
import type { Host } from "../../runtime/process/host.js";
import type { ClaimedTask, TaskHandler, TaskOutcome } from "../../engines/durable-queue/index.js";
import * as billing from "../billing/index.js";
import { CASCADE, DELETE_QUEUE } from "./cascade.js";
import { updateProject } from "./project.repository.js";

/**
 * Makes the task that takes deleted projects apart, area by area and batch by batch, with no limit of
 * attempts.
 */
export const cascadeTask = (host: Pick<Host, "transact" | "call" | "fault">): TaskHandler => ({
  queue: DELETE_QUEUE,
  concurrency: 2,
  maxAttempts: Number.MAX_SAFE_INTEGER,
  run: (task) => runCascade(host, task),
});

async function runCascade(
  host: Pick<Host, "call" | "fault" | "transact">,
  task: ClaimedTask,
): Promise<TaskOutcome> {
  const projectId = task.subject;
  for (const { contract } of CASCADE) {
    for (let isDone = false; !isDone;) {
      if (task.signal.aborted) return { again: { afterMs: 0 } };
      ({ isDone } = await host.call(contract, { projectId }, systemMeta(task.id)));
      host.fault?.("projects.cascade");
    }
  }
  await host.transact(async (tx) => {
    const purged = { name: "", description: null, avatarStorageId: null, purgedAt: Date.now() };
    await updateProject(tx, projectId, purged);
    await billing.dropBudget(tx, projectId);
    await task.complete(tx);
  });
  return undefined;
}
