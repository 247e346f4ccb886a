import { notFound } from "../../contracts/errors.js";
import { TranslationJob } from "../../entities/translation-job.js";
import type { ActionContext } from "../../runtime/actions/context.js";
import type { Host } from "../../runtime/process/host.js";
import * as projects from "../projects/index.js";
import { endJob } from "./end-job.js";

/** A project-wide job that the caller sees. Throws `not_found`. */
export async function findJob(host: Host, { auth }: ActionContext, id: string): Promise<TranslationJob> {
  const job = await host.read.findOne(TranslationJob, { id });
  const seen = job === null ? null : await projects.seeProject(host.read, auth.accountId, job.projectId);
  if (job === null || seen === null || job.kind === "document") throw notFound("Unknown translation job.");
  return job;
}

/** Ends the run after the document in flight; one that is over stays as it is (rules/translation 11). */
export async function cancelJob(host: Host, job: TranslationJob): Promise<TranslationJob> {
  await host.transact((tx) => endJob(host, tx, job.id, { status: "canceled", errorMessage: null }));
  return (await host.read.findOne(TranslationJob, { id: job.id })) ?? job;
}

/** The run in progress, else the newest one; an automatic one counts too, so that its failure is seen (rules/translation 13). */
export async function latestJob(host: Host, projectId: string): Promise<TranslationJob | null> {
  const running = await host.read.findOne(TranslationJob, { runningIn: projectId });
  if (running !== null) return running;
  const [newest] = await host.read.find(
    TranslationJob,
    [
      { projectId, kind: "project" },
      { projectId, kind: "publish" },
    ],
    { order: { createdAt: "DESC", id: "DESC" }, limit: 1 },
  );
  return newest ?? null;
}
