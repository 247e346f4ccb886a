import type { WorkflowRunStep } from "../../../entities/workflow-run-step.js";
import type { TextAnswer, TextModel } from "../../../plugins/kit/text-model.js";
import type { TextStepRequest } from "../../../plugins/kit/workflow-node.js";
import { callText } from "../../../runtime/plugins/call-text.js";
import { failureSentence, OwnFailure, withCharge } from "../../../runtime/plugins/failure-sentence.js";
import { requireTextModel } from "../../../runtime/plugins/text-models.js";
import { priceOf } from "../../../plugins/kit/text-price.js";
import * as billing from "../../billing/index.js";
import { completeText, insertStep } from "../run-step.repository.js";
import { takeFromDay } from "../triggers/budget.js";
import { requirePayer, requireStanding } from "../workflows.policy.js";
import { failTextStep } from "./end-run.js";
import { newStep, type RunScope, writeRun } from "./run-scope.js";
import { actAsStarter } from "./starter.js";
import { NodeFailure } from "./step-refusal.js";

/** The tokens that a provider may add around the instructions and the prompt. */
const FRAME_TOKENS = 400;

/** Returns the most that a text can cost, which is held before it is written. */
export const estimateText = (model: TextModel, request: TextStepRequest): number =>
  priceOf(model, {
    inputTokens: FRAME_TOKENS + model.countTokens(request.instructions) + model.countTokens(request.prompt),
    outputTokens: boundOf(model, request),
  });

const boundOf = (model: TextModel, { maxOutputTokens }: TextStepRequest): number =>
  Math.min(model.maxOutputTokens, maxOutputTokens);

/**
 * Writes a text once: the worst case is held, the model is called outside of any transaction, and the actual cost
 * is settled in the transaction that keeps the text. A repeat after a crash calls the model again, and charges
 * once.
 */
export async function writeText(
  scope: RunScope,
  at: { id: string; place: number },
  request: TextStepRequest,
): Promise<string> {
  const { host, signal } = scope;
  const known = scope.steps.get(at.id);
  if (known?.status === "complete") return String(known.result);
  if (known?.status === "failed") throw new NodeFailure(known.errorMessage ?? "The text model failed.");
  const model = requireTextModel(host, request.model);
  const step = known ?? (await holdText(scope, at, model, request));
  let answer: TextAnswer;
  try {
    const asked = {
      id: step.id,
      instructions: request.instructions,
      prompt: request.prompt,
      maxOutputTokens: boundOf(model, request),
    };
    answer = await host.plugins.use(model, () =>
      callText(async (within) => requireAnswer(await model.generate(asked, { signal: within })), {
        signal,
        timeoutMs: host.config.upstreamTimeoutMs,
      }),
    );
  } catch (error) {
    if (signal.aborted) throw error;
    const said = failureSentence(error, "The text model failed unexpectedly.");
    // The message names this text only, since another text of the same node may have been charged.
    const message = withCharge(said, "This text was not charged.");
    host.log.info({ run: scope.run.id, step: step.id, err: error }, "a text of a workflow failed");
    const fail = () =>
      host.transact(async (tx) => {
        await failTextStep(tx, step.id, message);
        await scope.task.guard(tx);
      });
    // A conflict must not end the task here, or the model would be asked once more.
    await scope.task.untilStored(fail);
    scope.steps.set(step.id, { ...step, status: "failed", costCredits: 0, errorMessage: message });
    throw new NodeFailure(message);
  }
  host.fault?.("workflows.written");
  await settleText(scope, step, model, answer);
  host.fault?.("workflows.settled");
  return answer.text;
}

async function holdText(
  scope: RunScope,
  at: { id: string; place: number },
  model: TextModel,
  request: TextStepRequest,
): Promise<WorkflowRunStep> {
  const { host, run, signal } = scope;
  const context = await actAsStarter(host, run);
  requireStanding(host, context);
  const { payerId } = await requirePayer(host, context, run.projectId);
  const credits = estimateText(model, request);
  const step = { ...newStep(scope, at, "text"), heldCredits: credits };
  signal.throwIfAborted();
  await writeRun(
    scope,
    async (tx) => {
      await takeFromDay(tx, run, credits);
      await insertStep(tx, step);
    },
    (tx) =>
      billing.hold(tx, {
        workId: step.id,
        payerId,
        actorId: run.starterId,
        projectId: run.projectId,
        budgetId: run.budgetId,
        credits,
        paidOnly: false,
      }),
  );
  scope.steps.set(step.id, step);
  host.fault?.("workflows.held");
  return step;
}

async function settleText(
  scope: RunScope,
  step: WorkflowRunStep,
  model: TextModel,
  { text, usage }: TextAnswer,
): Promise<void> {
  const { run, task } = scope;
  let charged = 0;
  const settle = () =>
    writeRun(
      scope,
      (tx) => completeText(tx, { id: step.id, text, costCredits: charged }),
      async (tx) => {
        charged = await billing.settle(tx, {
          workId: step.id,
          credits: priceOf(model, usage),
          kind: "generation",
          ref: run.id,
          note: model.id,
          projectId: run.projectId,
          actorId: run.starterId,
          actorEmail: run.starterEmail,
          previewStorageId: null,
          previewKind: null,
        });
      },
    );
  // A conflict must not end the task here, or the model would be asked, and paid, once more.
  await task.untilStored(settle);
  scope.steps.set(step.id, { ...step, status: "complete", result: text, costCredits: charged });
}

/** Throws for an answer that cannot be read, or cannot be priced. */
function requireAnswer(answer: TextAnswer): TextAnswer {
  const { text, usage } = (answer ?? {}) as Partial<TextAnswer>;
  const isCount = (count: unknown) => Number.isSafeInteger(count) && Number(count) >= 0;
  if (typeof text === "string" && isCount(usage?.inputTokens) && isCount(usage?.outputTokens)) return answer;
  throw new OwnFailure("unknown", "The text model gave an answer that cannot be read.");
}
