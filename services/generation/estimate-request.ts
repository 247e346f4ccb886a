import { composeApplication, findApplication } from "../../contracts/applications.js";
import type { ParamsOf } from "../../contracts/contract.js";
import type { createEstimate } from "../../contracts/generation.js";
import type { ActionContext } from "../../runtime/actions/context.js";
import type { Host } from "../../runtime/process/host.js";
import { findSubject, type JobRequest, type JobSubject, refuseBlockedPayer } from "./generation.policy.js";
import { type Estimate, estimateJob } from "./estimate-job.js";

type EstimateParams = ParamsOf<typeof createEstimate>;

/** Returns the request of a job. The contract ensures a model with params, or an Application. */
export const asJobRequest = ({ model = "", params = {}, projectId, cutId }: EstimateParams): JobRequest => ({
  model,
  params,
  projectId,
  cutId,
});

/** Returns the subject of an estimate. Throws `not_found` for an unknown model, Application or project. */
export async function findEstimated(context: ActionContext, request: EstimateParams): Promise<JobSubject> {
  const { applicationId } = request;
  if (applicationId === undefined) return findSubject(context, asJobRequest(request));
  const { modelId } = await context.call(findApplication, { id: applicationId });
  return findSubject(context, { ...asJobRequest(request), model: modelId });
}

/** Returns the price of a generation, or of the generation that an Application's run would create. */
export async function estimateRequest(
  host: Pick<Host, "config" | "read">,
  context: ActionContext,
  request: EstimateParams,
  subject: JobSubject,
): Promise<Estimate> {
  const { applicationId, model: _model, params: _params, projectId, cutId: _cut, ...body } = request;
  if (applicationId === undefined) return estimateJob(host, context, asJobRequest(request), subject);
  // The payer is checked before the values are, which `composeApplication` checks (rules/edge 11).
  refuseBlockedPayer(host, context, subject);
  const { params } = await context.call(composeApplication, { id: applicationId, ...body });
  return estimateJob(host, context, { model: subject.model.id, params, projectId }, subject);
}
