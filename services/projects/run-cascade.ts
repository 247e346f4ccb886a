import { systemMeta } from "../../runtime/actions/context.js";
import type { Host } from "../../runtime/process/host.js";
import type { ClaimedTask, TaskHandler, TaskOutcome } from "../../engines/durable-queue/index.js";
import * as billing from "../billing/index.js";
import { CASCADE, DELETE_QUEUE } from "./cascade.js";
import { updateProject } from "./project.repository.js";

/** The milliseconds that the task works on a project before the projects of other owners get their turn. */
const TURN_MS = 5000;

/**
 * Makes the task that takes deleted projects apart, area by area and batch by batch, with no limit of
 * attempts. A large project takes several turns, of a batch at least, and an owner's projects take one slot, so that
 * nobody's deletion waits for the end of another owner's (rules/projects 16).
 */
export const cascadeTask = (
  host: Pick<Host, "transact" | "call" | "fault">,
  turnMs = TURN_MS,
): TaskHandler => ({
  queue: DELETE_QUEUE,
  concurrency: 2,
  perPayer: 1,
  maxAttempts: Number.MAX_SAFE_INTEGER,
  run: (task) => runCascade(host, task, turnMs),
});

async function runCascade(
  host: Pick<Host, "call" | "fault" | "transact">,
  task: ClaimedTask,
  turnMs: number,
): Promise<TaskOutcome> {
  const projectId = task.subject;
  const until = performance.now() + turnMs;
  for (const { contract } of CASCADE) {
    for (let isDone = false; !isDone;) {
      if (task.signal.aborted) return { again: { afterMs: 0 } };
      ({ isDone } = await host.call(contract, { projectId }, systemMeta(task.id)));
      host.fault?.("projects.cascade");
      // Steps that are done already say so at once when the task comes again.
      if (!isDone && performance.now() > until) return { again: { afterMs: 0 } };
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
