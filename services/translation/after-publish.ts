import { getProfiles as readProfiles } from "../../contracts/identity.js";
import { OTHER_ACTS } from "../../contracts/audited.js";
import { actBy, leaveNoEntry } from "../../runtime/actions/audit/act.js";
import { asAct } from "../../runtime/actions/audit/entry.js";
import { systemMeta } from "../../runtime/actions/context.js";
import type { TaskHandler } from "../../engines/durable-queue/index.js";
import type { Host } from "../../runtime/process/host.js";
import type { Tx } from "../../runtime/database/transaction.js";
import { findProject, liveProject } from "../projects/index.js";
import * as content from "../content/index.js";
import { newJob, queueJob } from "./start-job.js";
import { DocumentPlan } from "./plan-document.js";

/**
 * Translates a document after its publish when the project wants that (rules/translation 13): in a job of its
 * own, billed to the owner, whose failure does not undo the publish. The publish's transaction queued the
 * task under the document's id.
 */
export const publishedTask = (host: Host): TaskHandler => ({
  queue: content.AUTO_TRANSLATE_QUEUE,
  concurrency: 4,
  maxAttempts: 8,
  async run(task) {
    const found = await content.readTranslatable(host.read, task.subject);
    const project = found === null ? null : await findProject(host.read, found.document.projectId);
    if (found === null || project === null || !found.settings.autoTranslateOnPublish)
      return host.transact(async (tx) => {
        await content.takePublishBudget(tx, task.subject);
        await task.complete(tx);
      });
    const { document, settings } = found;
    const options = {
      locales: null,
      fields: null,
      sourceLocale: settings.defaultLocale,
      mode: "outdated" as const,
    };
    const isNeeded = await new DocumentPlan(found, options).isNeeded();
    const { profiles } = await host.call(
      readProfiles,
      { accountIds: [project.ownerId] },
      systemMeta(task.id),
    );
    const startedBy = { id: project.ownerId, email: profiles[0]?.email ?? "" };
    const { projectId } = document;
    const actor = { kind: "system" as const, id: null, credentialId: null };
    const act = isNeeded
      ? actBy(actor, { ...OTHER_ACTS.followPublish, requestId: task.id }, { projectId })
      : null;
    const insert = async (tx: Tx) => {
      const stands = (await liveProject(tx, projectId)) !== null;
      if (!stands) leaveNoEntry();
      const budgetId = await content.takePublishBudget(tx, document.id);
      if (isNeeded && stands)
        await queueJob(
          host,
          tx,
          newJob({
            kind: "publish",
            projectId: document.projectId,
            documentId: document.id,
            options,
            model: settings.translationModel,
            documentsTotal: 1,
            payerId: project.ownerId,
            startedBy,
            // A key or agent with a limit causes no spending beyond it.
            budgetId,
          }),
        );
      await task.complete(tx);
    };
    return asAct(act, () => host.transact(insert));
  },
});
