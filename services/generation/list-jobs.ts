import { setImmediate } from "node:timers/promises";
import { resolveProject } from "../../contracts/projects.js";
import { invalidParams, ServiceError } from "../../contracts/errors.js";
import type { GenerationJob } from "../../entities/generation-job.js";
import { longResults } from "../../runtime/http/long-results.js";
import type { ActionContext } from "../../runtime/actions/context.js";
import type { Reader } from "../../runtime/database/transaction.js";
import type { Host } from "../../runtime/process/host.js";
import { findJobsOfList, type JobSize, measureJobsPage } from "./job.repository.js";

export interface JobQuery {
  limit: number;
  offset: number;
  projectId?: string | undefined;
  cutId?: string | undefined;
}

/** The most bytes that the texts of one answer have together. */
const MAX_BYTES = 32 * 2 ** 20;
/** The most bytes of jobs that are read before others have a turn; a single job may have more. */
const AT_ONCE = 2 ** 20;

/**
 * Returns the caller's jobs, or those of all members of a project, newest first; `total` counts all. A page of over
 * 1 MB is read in the account's turn. Throws `payload_too_large` where the jobs are too large for one answer, and
 * `unavailable` where many long pages of the account wait.
 */
export async function listJobs(
  host: Pick<Host, "longRead">,
  context: ActionContext,
  query: JobQuery,
): Promise<{ jobs: GenerationJob[]; total: number }> {
  if (query.cutId !== undefined && query.projectId === undefined)
    throw invalidParams("cutId filters only together with projectId.");
  const { limit, offset } = query;
  const where = await filterOf(context, query);
  const { sizes, total } = await measureJobsPage(host.longRead, { ...where, limit, offset });
  const bytes = sizes.reduce((sum, size) => sum + size.bytes, 0);
  refuseLarge(sizes, bytes);
  const jobs = await longResults.read(context, bytes, () => readInGroups(host.longRead, sizes));
  return { jobs, total };
}

function refuseLarge(sizes: readonly JobSize[], bytes: number): void {
  if (sizes.length < 2 || bytes <= MAX_BYTES) return;
  throw new ServiceError(
    "payload_too_large",
    `These ${sizes.length} jobs have more than ${MAX_BYTES / 2 ** 20} MB, which is too large for one answer: ask for fewer with limit.`,
  );
}

/** Reads jobs in their order. One that was removed meanwhile is left out. */
async function readInGroups(longRead: Reader, sizes: readonly JobSize[]): Promise<GenerationJob[]> {
  const jobs: GenerationJob[] = [];
  for (const group of groupsOf(sizes)) {
    // An embedded database may answer without leaving the event loop, so the loop is released here.
    if (jobs.length > 0) await setImmediate();
    const found = new Map((await findJobsOfList(longRead, group)).map((job) => [job.id, job]));
    jobs.push(...group.flatMap((id) => found.get(id) ?? []));
  }
  return jobs;
}

function groupsOf(sizes: readonly JobSize[]): string[][] {
  const groups: string[][] = [];
  let room = 0;
  for (const { id, bytes } of sizes) {
    if (groups.length === 0 || bytes > room) {
      groups.push([]);
      room = AT_ONCE;
    }
    groups.at(-1)?.push(id);
    room -= bytes;
  }
  return groups;
}

async function filterOf(
  context: ActionContext,
  query: JobQuery,
): Promise<{ accountId?: string; projectId?: string; cutId?: string }> {
  const { accountId } = context.auth;
  if (query.projectId === undefined) return { accountId };
  const { projectId } = await context.call(resolveProject, { projectId: query.projectId });
  const cut = query.cutId === undefined ? {} : { cutId: query.cutId };
  // A request that names the caller's own default project equals one that names none (rules/projects 1).
  return projectId === null ? { accountId, ...cut } : { projectId, ...cut };
}
