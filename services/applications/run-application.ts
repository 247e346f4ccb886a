import type { runApplication as contract } from "../../contracts/applications.js";
import type { ParamsOf, ResultOf } from "../../contracts/contract.js";
import type { ActionContext } from "../../runtime/actions/context.js";
import type { Host } from "../../runtime/process/host.js";
import * as generation from "../generation/index.js";
import { composeParams } from "./compose-params.js";
import { requestOf, type Run } from "./applications.policy.js";
import type { RunBody } from "../../contracts/application-run.js";
import { ServiceError, invalidParams } from "../../contracts/errors.js";

type Params = ParamsOf<typeof contract>;

/** Submits a generation job with the composed parameters, with all checks of a generation job. */
export async function runApplication(
  host: Host,
  context: ActionContext,
  { id: _id, projectId, ...body }: Params,
  { served, subject }: Run,
): Promise<ResultOf<typeof contract>> {
  // An owner who may not pay is refused before the values are checked, which composing does (rules/edge 11).
  generation.refuseBlockedPayer(host, context, subject);
  const request = { ...requestOf(served, projectId), params: composeParams(served, body) };
  const { job, estimatedCredits } = await generation
    .createJob(host, context, request, subject)
    .catch((error: unknown) => {
      throw inBodyWords(error, request.params, body);
    });
  return { job: await generation.presentOne(context, job), estimatedCredits };
}

/** Presents the job that an earlier request with the same Idempotency-Key made. */
export async function replayRun(
  host: Pick<Host, "read">,
  context: ActionContext,
  id: string,
): Promise<ResultOf<typeof contract>> {
  const { job } = await generation.requireJob(host, context, id);
  return { job: await generation.presentOne(context, job), estimatedCredits: job.estimatedCredits };
}

/**
 * Rewrites a refusal of composed parameters in the words of the run's body: its caller does not know
 * `params.referenceStorageIds`.
 */
function inBodyWords(error: unknown, params: object, body: RunBody): unknown {
  if (!(error instanceof ServiceError) || error.code !== "invalid_params") return error;
  const [named = "", field = "", index] = /^params\.(\w+)(?:\[(\d+)\])?/u.exec(error.message) ?? [];
  const value = (params as Readonly<Record<string, unknown>>)[field];
  const own = nameOf(field, Array.isArray(value) ? (value as unknown[])[Number(index ?? 0)] : value, body);
  return own === null ? error : invalidParams(own + error.message.slice(named.length));
}

function nameOf(field: string, value: unknown, body: RunBody): string | null {
  if (field === "durationSeconds") return body.durationSeconds === undefined ? null : field;
  if (typeof value !== "string") return null;
  const at = body.imageStorageIds?.indexOf(value) ?? -1;
  if (at !== -1) return `imageStorageIds[${at}]`;
  if (value === body.videoStorageId) return "videoStorageId";
  return value === body.audioStorageId ? "audioStorageId" : null;
}
