import { Project } from "../../entities/project.js";
import { systemMeta } from "../../runtime/context.js";
import type { Host } from "../../runtime/host.js";
import type { ClaimedTask, TaskHandler, TaskOutcome } from "../../runtime/tasks/task-handler.js";
import * as billing from "../billing/index.js";
import { CASCADE, DELETE_QUEUE } from "./cascade.js";

/** Takes deleted projects apart, area by area and batch by batch; tried for as long as it takes. */
export const cascadeTask = (host: Host): TaskHandler => ({
  queue: DELETE_QUEUE,
  concurrency: 2,
  maxAttempts: Number.MAX_SAFE_INTEGER,
  run: (task) => runCascade(host, task),
});

async function runCascade(host: Host, task: ClaimedTask): Promise<TaskOutcome> {
  const projectId = task.subject;
  for (const { contract } of CASCADE) {
    for (let isDone = false; !isDone;) {
      if (task.signal.aborted) return { again: { afterMs: 0 } };
      ({ isDone } = await host.call(contract, { projectId }, systemMeta(task.id)));
      host.fault("projects.cascade");
    }
  }
  await host.transact(async (tx) => {
    await tx.update(
      Project,
      { id: projectId },
      { name: "", description: null, avatarStorageId: null, purgedAt: Date.now() },
    );
    await billing.dropBudget(tx, projectId);
    await task.complete(tx);
  });
  return undefined;
}
