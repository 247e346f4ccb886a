import type { Host } from "../../runtime/process/host.js";
import { stopTranscription } from "./stop-transcription.js";
import { clearProject, findOfProject } from "./transcription.repository.js";

const BATCH = 50;

/**
 * Handles one batch of the transcriptions of a deleted project: queued and running ones are stopped, and all
 * lose their project (rules/projects 13 and 14). May be repeated; no new ones come, for their transaction
 * locks an existing project.
 */
export async function onProjectDeleted(host: Host, projectId: string): Promise<{ isDone: boolean }> {
  const jobs = await findOfProject(host.read, { projectId, limit: BATCH });
  for (const job of jobs)
    await stopTranscription(host, job, {
      code: "project_deleted",
      message: "The project was deleted while this transcription was running. Nothing was charged.",
      retryable: false,
    });
  if (jobs.length > 0)
    await host.transact((tx) => clearProject(tx, { ids: jobs.map(({ id }) => id), projectId }));
  return { isDone: jobs.length < BATCH };
}
