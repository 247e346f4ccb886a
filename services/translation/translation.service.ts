import { translationProjectDeleted } from "../../contracts/project-cascade.js";
import {
  cancelTranslation,
  cancelTranslations,
  latestTranslation,
  placeTranslation,
  previewTranslation,
  readTranslationStates,
  resolveTextModel,
  startTranslation,
} from "../../contracts/translation.js";
import { action } from "../../runtime/actions/action.js";
import type { ActionContext } from "../../runtime/actions/context.js";
import type { AreaFactory } from "../../runtime/actions/area.js";
import type { Host } from "../../runtime/process/host.js";
import * as content from "../content/index.js";
import { publishedTask } from "./after-publish.js";
import { cancelJob, cancelMany, latestJob } from "./cancel-job.js";
import { freeJobsTask } from "../billing/index.js";
import { freeTranslations } from "./free-translations.js";
import { onProjectDeleted } from "./on-project-deleted.js";
import { previewJob } from "./preview-job.js";
import { presentJob } from "./present-job.js";
import { jobTask } from "./run-job.js";
import { readStates } from "./read-states.js";
import { beginTranslation } from "./request-document.js";
import { startProject } from "./start-project.js";
import { requireJob } from "./translation.policy.js";
import { requireTextModel } from "../../runtime/plugins/text-models.js";

/** The area of machine translation, of documents and of whole projects. */
const translation: AreaFactory = (host: Host) => {
  const seen = ({ auth }: ActionContext, { projectId }: { projectId: string }) =>
    content.requireProject(host.read, auth.accountId, projectId);
  const free = freeJobsTask(host, freeTranslations(host));
  return {
    name: "translation",
    actions: [
      action(previewTranslation, {
        find: seen,
        run: async ({ auth: { accountId } }, { projectId, model }) => {
          const { translationModel } = await content.readSettings(host.read, projectId);
          const chosen = requireTextModel(host, model ?? translationModel);
          return previewJob(host, { accountId, projectId }, chosen);
        },
      }),
      action(startTranslation, {
        find: seen,
        run: async (context, params) => ({ job: presentJob(await startProject(host, context, params)) }),
        replay: async (context, id) => ({ job: presentJob(await requireJob(host, context, id)) }),
      }),
      action(latestTranslation, {
        find: seen,
        run: async (_context, { projectId }) => {
          const job = await latestJob(host, projectId);
          return { job: job === null ? null : presentJob(job) };
        },
      }),
      action(cancelTranslation, {
        find: (context, { id }) => requireJob(host, context, id),
        run: async (_context, _params, job) => ({ job: presentJob(await cancelJob(host, job)) }),
      }),
      action(placeTranslation, {
        find: ({ auth }, { id }) => content.requireSeen(host.read, auth.accountId, id),
        run: (context, params) => beginTranslation(host, context, params),
      }),
      action(readTranslationStates, {
        run: async (_context, { ids }) => ({ jobs: await readStates(host, ids) }),
      }),
      action(cancelTranslations, {
        run: async (_context, { ids }) => ({ canceled: await cancelMany(host, ids) }),
      }),
      action(resolveTextModel, {
        run: async (_context, { model }) => ({ id: requireTextModel(host, model).id }),
      }),
      action(translationProjectDeleted, {
        run: (_context, { projectId }) => onProjectDeleted(host, projectId),
      }),
    ],
    tasks: [jobTask(host), publishedTask(host), free.handler],
    started: () => free.start(),
    stopped: () => content.stopDraftServices(host),
  };
};
export default translation;
