import { notFound } from "../../contracts/errors.js";
import type { WorkflowRun } from "../../entities/workflow-run.js";
import type { Host } from "../../runtime/process/host.js";
import { callOff, endEarly } from "./engine/end-run.js";
import { RUN_QUEUE } from "./engine/run-rows.js";
import { findRun, lockRun } from "./run.repository.js";

/**
 * Stops a run; one that has ended stays as it is. Its jobs and texts are called off, by a task should the process
 * die.
 */
export async function stopRun(host: Host, { id }: Pick<WorkflowRun, "id">): Promise<WorkflowRun> {
  const isStopped = await host.transact(async (tx) => {
    const run = await lockRun(tx, id);
    if (run === null || !(await endEarly(host, tx, run, "stopped"))) return false;
    await host.tasks.drop(tx, RUN_QUEUE, id);
    return true;
  });
  host.fault?.("workflows.stopped");
  if (isStopped)
    await callOff(host, id).catch((error: unknown) =>
      host.log.warn({ err: error, run: id }, "the task calls off what a stopped run began"),
    );
  const run = await findRun(host.read, { id });
  if (run === null) throw notFound("Unknown run.");
  return run;
}
