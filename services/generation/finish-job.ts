import { Readable } from "node:stream";
import { GenerationJob } from "../../entities/generation-job.js";
import type { ProviderOutput } from "../../plugins/kit/model-provider.js";
import type { Host } from "../../runtime/host.js";
import { type ClaimedTask, LeaseLost } from "../../runtime/tasks/task-handler.js";
import * as billing from "../billing/index.js";
import * as projects from "../projects/index.js";
import * as storage from "../storage/index.js";
import { noteSuccess } from "./circuit.js";
import { isTerminal } from "./present-job.js";
import { dropResults, resultId } from "./results.js";

interface Result {
  storageId: string;
  contentType: string;
  sizeBytes: number;
}

const EXTENSIONS: Record<string, string> = {
  "image/png": "png",
  "image/jpeg": "jpg",
  "image/webp": "webp",
  "video/mp4": "mp4",
  "audio/wav": "wav",
  "audio/mpeg": "mp3",
};

/**
 * Copies the results into storage, then settles in one transaction: terminal state, results with their
 * links to the project, ledger entry, end of the task.
 */
export async function finishJob(
  host: Host,
  task: ClaimedTask,
  job: GenerationJob,
  outputs: readonly ProviderOutput[],
): Promise<void> {
  const results = await copyResults(host, task, job, outputs);
  host.fault("generation.results-written");
  try {
    await host.transact(async (tx) => {
      await billing.settle(tx, {
        workId: job.id,
        credits: job.estimatedCredits,
        kind: "generation",
        ref: job.id,
        note: job.model,
        projectId: job.projectId,
        actorId: job.accountId,
        actorEmail: job.actorEmail,
        previewStorageId: results[0]?.storageId ?? null,
        previewKind: results[0]?.contentType.split("/")[0] ?? null,
      });
      const projectId = await projects.liveProject(tx, job.projectId);
      const affected = await tx.run(
        "UPDATE generation_jobs SET status = 'succeeded', costCredits = ?, resultStorageIds = ?, completedAt = ? WHERE id = ? AND status = 'running'",
        [job.estimatedCredits, JSON.stringify(results.map((result) => result.storageId)), Date.now(), job.id],
      );
      if (affected !== 1) throw new LeaseLost();
      for (const [index, result] of results.entries()) {
        const filename = `${job.model}-${job.id.slice(0, 8)}${results.length > 1 ? `-${index + 1}` : ""}.${EXTENSIONS[result.contentType] ?? "bin"}`;
        await storage.claimResult(tx, { ...result, ownerId: job.accountId, filename, projectId });
      }
      await noteSuccess(tx, job.provider);
      await task.complete(tx);
      tx.afterCommit(() => host.signals.send("job.settled", { id: job.id }));
      host.fault("generation.settling");
    });
  } catch (error) {
    const now = await host.read.findOne(GenerationJob, { id: job.id });
    if (now === null || !isTerminal(now.status)) throw error;
    // It ended while the results were copied. If another process settled it, they are its results now.
    return dropResults(host, job.id);
  }
  host.fault("generation.settled");
}

async function copyResults(
  host: Host,
  { signal }: ClaimedTask,
  { id }: GenerationJob,
  outputs: readonly ProviderOutput[],
): Promise<Result[]> {
  const results: Result[] = [];
  try {
    for (const [index, { contentType, body }] of outputs.entries()) {
      const storageId = resultId(id, index);
      const { sizeBytes } = await storage.writeResult(host, { storageId, contentType, body, signal });
      results.push({ storageId, contentType, sizeBytes });
    }
    return results;
  } finally {
    // Of what was not reached the connections would stay open.
    for (const { body } of outputs) if (body instanceof Readable) body.destroy();
  }
}
