import { v7 } from "uuid";
import { placeTranslation, translateDocument } from "../../../../contracts/translation.js";
import type { WorkflowRunStep } from "../../../../entities/workflow-run-step.js";
import type { TranslationOrder } from "../../../../plugins/kit/content-access.js";
import { insertStep } from "../../run-step.repository.js";
import { requireRest } from "../../triggers/budget.js";
import { callOffStepJobs } from "../job-kinds.js";
import { RunOver } from "../run-rows.js";
import { newStep, type RunScope, writeRun } from "../run-scope.js";
import { actWithin } from "../starter.js";
import { NodeFailure } from "../step-refusal.js";
import { requireDocument } from "./content-project.js";
import type { StepAt } from "./step-at.js";

/**
 * Translates a document and returns the version of its draft afterwards. The step stores the translation's id before it
 * begins, and a repeat uses the same id, so that there is only one. A language that failed fails the node.
 */
export async function translateOnce(
  scope: RunScope,
  at: StepAt,
  { documentId, locales, mode, model }: TranslationOrder,
): Promise<number> {
  const { host, run } = scope;
  const context = await actWithin(host, run, translateDocument);
  await requireDocument(scope, context, documentId);
  const known = scope.steps.get(at.id);
  const step = known ?? { ...newStep(scope, at, "translation"), jobId: v7() };
  const jobId = step.jobId ?? "";
  if (known === undefined) {
    scope.signal.throwIfAborted();
    await writeRun(scope, async (tx) => {
      await requireRest(tx, run);
      await insertStep(tx, step);
    });
    scope.steps.set(step.id, step);
    host.fault?.("workflows.placing");
  }
  scope.signal.throwIfAborted();
  await context.call(placeTranslation, {
    id: documentId,
    jobId,
    mode,
    ...(locales !== undefined && locales.length > 0 && { locales: [...locales] }),
    ...(model !== undefined && { model }),
  });
  host.fault?.("workflows.placed");
  await requireRunning(scope, step);
  const job = await scope.jobs.ended("translation", jobId);
  if (job.status !== "succeeded") throw new NodeFailure(job.errorMessage ?? "The translation failed.");
  return (await requireDocument(scope, context, documentId)).document.draftVersion;
}

/** Calls off the translation of a run that was stopped while it was begun: the stop did not see it. */
async function requireRunning(scope: RunScope, step: WorkflowRunStep): Promise<void> {
  try {
    await writeRun(scope, async () => {});
  } catch (error) {
    if (error instanceof RunOver) await callOffStepJobs(scope.host, scope.run.id, [step]);
    throw error;
  }
}
