import { TranslationCall } from "../../entities/translation-call.js";
import { TranslationJob } from "../../entities/translation-job.js";
import { deleteBatchOf } from "../../runtime/database/delete-batch.js";
import type { Host } from "../../runtime/process/host.js";
import { findOpenOfProject } from "./call.repository.js";
import { endJob } from "./end-job.js";
import { failCall } from "./end-call.js";
import { findRunningOfProject } from "./job.repository.js";

const BATCH = 200;

/** Ends and deletes one batch of the jobs of a deleted project, and releases their holds. May be repeated. */
export async function onProjectDeleted(
  host: Pick<Host, "read" | "transact" | "signals">,
  projectId: string,
): Promise<{ isDone: boolean }> {
  const running = await findRunningOfProject(host.read, { projectId, limit: BATCH });
  const end = { status: "canceled" as const, errorMessage: null };
  for (const { id } of running) await host.transact((tx) => endJob(host, tx, id, end));
  const open = await findOpenOfProject(host.read, { projectId, limit: BATCH });
  const gone = { code: "not_found" as const, message: "The project was deleted." };
  for (const call of open) await host.transact((tx) => failCall(tx, call, gone));
  if (running.length === BATCH || open.length === BATCH) return { isDone: false };
  const tables = [TranslationCall, TranslationJob];
  return { isDone: await deleteBatchOf<{ id: string; projectId: string }>(host, tables, { projectId }) };
}
