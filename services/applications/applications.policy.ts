import type { runApplication as contract } from "../../contracts/applications.js";
import type { ParamsOf } from "../../contracts/contract.js";
import type { ActionContext } from "../../runtime/actions/context.js";
import type { Host } from "../../runtime/process/host.js";
import * as generation from "../generation/index.js";
import { findServed, type ServedApplication } from "./served-applications.js";

type Params = ParamsOf<typeof contract>;

/** The Application of a run, and the payer and project of its job. */
export interface Run {
  served: ServedApplication;
  subject: generation.JobSubject;
}

/** Returns the request of a generation job that the Application of a run makes, without its parameters yet. */
export const requestOf = (
  { model }: ServedApplication,
  projectId: Params["projectId"],
): generation.JobRequest => ({
  model: model.id,
  params: {},
  projectId,
});

/** Finds what a run names; an unknown Application and a foreign project are 404. */
export async function findRun(
  host: Pick<Host, "plugins">,
  context: ActionContext,
  { id, projectId }: Params,
): Promise<Run> {
  const served = await findServed(host, context, id);
  return { served, subject: await generation.findSubject(context, requestOf(served, projectId)) };
}

/** Throws what `allowGeneration` does: who may run an Application is whoever may submit its job (rules/applications). */
export const allowRun = (context: ActionContext, { projectId }: Params, { served, subject }: Run): void =>
  generation.allowGeneration(context, requestOf(served, projectId), subject);
