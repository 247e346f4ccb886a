import type { ActionContext } from "../../runtime/actions/context.js";
import type { Host } from "../../runtime/process/host.js";
import { type PreparedJob, prepareJob } from "./create-job.js";
import { allowGeneration, findSubject, type JobRequest, requireStanding } from "./generation.policy.js";

export type { JobRequest } from "./generation.policy.js";

/**
 * Checks and prices a job that other work asks for in an account's name, with all checks of a submission by
 * that account; changes nothing. `wakes` is the task that becomes due at the job's end.
 */
export async function prepareFor(
  host: Pick<Host, "config" | "read" | "plugins">,
  context: ActionContext,
  request: JobRequest,
  wakes: { queue: string; subject: string },
): Promise<PreparedJob> {
  const subject = await findSubject(context, request);
  allowGeneration(context, request, subject);
  requireStanding(host, context);
  return prepareJob(host, context, request, subject, wakes);
}
