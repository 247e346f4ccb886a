import { v7 } from "uuid";
import { ServiceError } from "../../contracts/errors.js";
import type { TranslationCall } from "../../entities/translation-call.js";
import type { LanguageWork } from "./language-work.js";
import type { TextModel } from "../../plugins/kit/text-model.js";
import type { Host } from "../../runtime/process/host.js";
import type { ClaimedTask } from "../../engines/durable-queue/index.js";
import * as billing from "../billing/index.js";
import * as projects from "../projects/index.js";
import { insertCall } from "./call.repository.js";
import type { LanguagePlan } from "./plan-language.js";
import { fitsOneCall, priceOf, type Texts, worstCase } from "./price-text.js";

const textsOf = ({ wanted }: LanguagePlan): Texts => ({
  joined: wanted.map(({ source }) => source.texts.joined).join("\n"),
  count: wanted.reduce((count, { source }) => count + source.texts.count, 0),
});

/** Returns the credits to hold for a language: the most that its call can cost. */
export const estimateOf = (model: TextModel, brief: string, plan: LanguagePlan): number =>
  priceOf(model, worstCase(model, brief, textsOf(plan)));

/**
 * Holds the worst case and inserts the call, in one transaction. A call that a dead process had begun is
 * taken over with its hold. Throws the refusals of `billing.hold`, and `invalid_params` for texts that are
 * too long for one answer.
 */
export async function openCall(
  host: Pick<Host, "transact">,
  task: ClaimedTask,
  { job, documentId, model, brief, plan, begun }: LanguageWork,
): Promise<TranslationCall> {
  if (begun !== null) return begun;
  if (!fitsOneCall(model, textsOf(plan)))
    throw new ServiceError(
      "invalid_params",
      `The texts are too long for one call of ${model.id}. Translate them in parts, by fields.`,
    );
  const call: TranslationCall = {
    id: v7(),
    jobId: job.id,
    documentId,
    locale: plan.locale,
    projectId: job.projectId,
    payerId: job.payerId,
    status: "running",
    model: model.id,
    estimatedCredits: estimateOf(model, brief, plan),
    costCredits: null,
    translated: [],
    skipped: [],
    errorCode: null,
    errorMessage: null,
    createdAt: Date.now(),
  };
  await host.transact(async (tx) => {
    await billing.hold(tx, {
      workId: call.id,
      payerId: job.payerId,
      actorId: job.startedById,
      projectId: job.projectId,
      budgetId: job.budgetId,
      credits: call.estimatedCredits,
      paidOnly: false,
    });
    await projects.joinProject(tx, { projectId: job.projectId, accountId: job.payerId });
    await insertCall(tx, call);
    await task.guard(tx);
  });
  return call;
}
