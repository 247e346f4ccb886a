import type { TranslationJob } from "../../entities/translation-job.js";
import type { ActionContext } from "../../runtime/actions/context.js";
import type { Host } from "../../runtime/process/host.js";
import * as content from "../content/index.js";
import { fillOptions } from "./plan-reader.js";
import { hasMissing } from "./preview-job.js";
import { newJob, requireIdle, startJob } from "./start-job.js";
import { requirePayer } from "./translation.policy.js";
import { requireTextModel } from "../../runtime/plugins/text-models.js";

/** Starts a run over a whole project. Throws `conflict` while one goes on. */
export async function startProject(
  host: Host,
  context: ActionContext,
  { projectId, model }: { projectId: string; model?: string | undefined },
): Promise<TranslationJob> {
  const payerId = await requirePayer(host, context, projectId);
  const settings = await content.readSettings(host.read, projectId);
  const chosen = requireTextModel(host, model ?? settings.translationModel);
  await requireIdle(host, projectId);
  const job = newJob({
    kind: "project",
    projectId,
    documentId: null,
    options: fillOptions(settings.defaultLocale),
    model: chosen.id,
    documentsTotal: await content.countTranslatable(host.longRead, projectId),
    payerId,
    startedBy: { id: context.auth.accountId, email: context.auth.email },
    budgetId: context.auth.budgetId,
  });
  const { accountId } = context.auth;
  const costs = await hasMissing(host, { accountId, projectId });
  await startJob(host, context, job, { costs });
  return job;
}
