import { In } from "typeorm";
import { GenerationJob } from "../../entities/generation-job.js";
import { placeholders } from "../../runtime/database/placeholders.js";
import type { Host } from "../../runtime/process/host.js";
import { cancelJob } from "./cancel-job.js";
import { isTerminal } from "./present-job.js";

const BATCH = 50;

/** What the step looks at of a job; its parameters may be long. */
type Row = Pick<GenerationJob, "id" | "status">;

/**
 * One batch of the jobs of a deleted project: those in flight are canceled, and all lose their project
 * (rules/projects 13 and 14). May be repeated; no new ones come, for their transaction locks a project that stands.
 */
export async function onProjectDeleted(host: Host, projectId: string): Promise<{ isDone: boolean }> {
  const rows = await host.read.query<Row>(
    `SELECT id, status FROM generation_jobs WHERE projectId = ? LIMIT ${BATCH}`,
    [projectId],
  );
  const live = rows.filter(({ status }) => !isTerminal(status)).map(({ id }) => id);
  const jobs = live.length === 0 ? [] : await host.read.find(GenerationJob, { id: In(live) });
  for (const job of jobs) await cancelJob(host, job);
  const ids = rows.map(({ id }) => id);
  if (ids.length > 0)
    await host.transact((tx) =>
      tx.run(
        `UPDATE generation_jobs SET projectId = NULL WHERE id IN (${placeholders(ids)}) AND (projectId = ?) IS TRUE`,
        [...ids, projectId],
      ),
    );
  return { isDone: rows.length < BATCH };
}
