import type { ResultOf } from "../../contracts/contract.js";
import { notFound, ServiceError } from "../../contracts/errors.js";
import { type ProjectRole, resolvePayer } from "../../contracts/projects.js";
import type { Workflow } from "../../entities/workflow.js";
import type { WorkflowRun } from "../../entities/workflow-run.js";
import type { ActionContext } from "../../runtime/actions/context.js";
import type { Host } from "../../runtime/process/host.js";
import * as projects from "../projects/index.js";
import { findRun } from "./run.repository.js";
import { findWorkflow } from "./workflow.repository.js";

/** A workflow that the caller sees, and as what. */
export interface WorkflowSeen {
  workflow: Workflow;
  role: ProjectRole;
  /** In somebody's default project, which is private. */
  isPersonal: boolean;
}

export interface RunSeen extends WorkflowSeen {
  run: WorkflowRun;
}

/** A workflow is seen by everybody who sees its project. Throws `not_found`. */
export async function requireWorkflow(
  host: Pick<Host, "read">,
  { auth }: ActionContext,
  id: string,
): Promise<WorkflowSeen> {
  const workflow = await findWorkflow(host.read, id);
  const isThere = workflow !== null && workflow.deletedAt === null;
  const seen = isThere ? await projects.seeProject(host.read, auth.accountId, workflow.projectId) : null;
  if (workflow === null || seen === null) throw notFound("Unknown workflow.");
  return { workflow, role: seen.role, isPersonal: seen.project.isDefault };
}

/** The workflow of a run that is to start, and the project that would pay for it, which the caller sees too. Throws `not_found`. */
export async function requireStart(
  host: Pick<Host, "read">,
  context: ActionContext,
  { id, projectId }: { id: string; projectId?: string | null | undefined },
): Promise<WorkflowSeen> {
  const seen = await requireWorkflow(host, context, id);
  if (projectId) await projects.requireSeen(host.read, context.auth.accountId, projectId);
  return seen;
}

/** Runs of a project's workflow are seen by all members, those of a personal one by who started them. */
export async function requireRun(
  host: Pick<Host, "read">,
  context: ActionContext,
  { id, runId }: { id: string; runId: string },
): Promise<RunSeen> {
  const seen = await requireWorkflow(host, context, id);
  const run = await findRun(host.read, { id: runId, workflowId: id });
  if (run === null || (seen.isPersonal && run.starterId !== context.auth.accountId))
    throw notFound("Unknown run.");
  return { ...seen, run };
}

/** Throws `forbidden` for who is neither the project's owner nor the workflow's maker (rules/workflows 4). */
export function allowDelete(
  { auth }: ActionContext,
  _params: unknown,
  { workflow, role }: WorkflowSeen,
): void {
  if (role !== "owner" && workflow.creatorId !== auth.accountId)
    throw new ServiceError("forbidden", "Only its creator or the project's owner may delete a workflow.");
}

/** Throws `forbidden` for who did not start the run: what it spends is in its starter's name (rules/workflows 22). */
export function allowStarter({ auth }: ActionContext, _params: unknown, { run }: RunSeen): void {
  if (run.starterId !== auth.accountId)
    throw new ServiceError("forbidden", "Only the member who started a run may stop or resume it.");
}

/** The project that a request names, or the caller's default one. Throws `not_found` for strangers. */
export async function requireHome(
  host: Pick<Host, "read">,
  { auth }: ActionContext,
  { projectId }: { projectId?: string | null | undefined },
): Promise<projects.ProjectSeen> {
  if (projectId) return projects.requireSeen(host.read, auth.accountId, projectId);
  const project = await projects.findDefaultProject(host.read, auth.accountId);
  if (project === null) throw notFound("Unknown project.");
  return { project, role: "owner" };
}

/**
 * Who pays for work in a project as the caller. Throws `not_found` for strangers, and when nothing may be billed to the
 * payer: a suspended account, or one with an unconfirmed address (rules/billing 16).
 */
export async function requirePayer(
  { config }: Pick<Host, "config">,
  context: ActionContext,
  projectId: string | null,
): Promise<ResultOf<typeof resolvePayer>> {
  const resolved = await context.call(resolvePayer, { projectId });
  const isOwn = resolved.payerId === context.auth.accountId;
  const { isSuspended, isEmailVerified } = resolved.payer;
  if (isSuspended) throw new ServiceError(isOwn ? "account_suspended" : "owner_account_suspended");
  if (config.requireEmailVerification && !isEmailVerified)
    throw new ServiceError(isOwn ? "email_unverified" : "owner_email_unverified");
  return resolved;
}
