import type { WorkflowRunStep } from "../../../entities/workflow-run-step.js";
import { deleteStep, hasStep, insertStep } from "../run-step.repository.js";
import { newStep, type RunScope, writeRun } from "./run-scope.js";
import { NodeFailure } from "./step-refusal.js";

const MAX_VALUE_BYTES = 64 * 1024;

/** Stores the result of a step, so that it is not done again. */
export async function remember(
  scope: RunScope,
  at: { id: string; place: number },
  result: unknown,
): Promise<void> {
  const json = JSON.stringify(result) ?? "null";
  if (Buffer.byteLength(json) > MAX_VALUE_BYTES)
    throw new NodeFailure(`A step may give at most ${MAX_VALUE_BYTES / 1024} KB of JSON.`);
  const step: WorkflowRunStep = {
    ...newStep(scope, at, "value"),
    status: "complete",
    result: JSON.parse(json) as unknown,
  };
  let tries = 0;
  const write = () =>
    writeRun(scope, async (tx) => {
      tries += 1;
      // The commit of an earlier try may have come through although its answer was lost.
      if (tries > 1 && (await hasStep(tx, step.id))) return;
      await insertStep(tx, step);
    });
  await scope.task.untilStored(write);
  scope.steps.set(step.id, step);
}

/** Deletes a step, so that this run or a resumed one does it anew. */
export async function forget(scope: RunScope, { id }: { id: string }): Promise<void> {
  await writeRun(scope, (tx) => deleteStep(tx, id));
  scope.steps.delete(id);
}
