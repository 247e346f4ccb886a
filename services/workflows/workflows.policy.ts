import type { ResultOf } from "../../contracts/contract.js";
import { notFound, ServiceError } from "../../contracts/errors.js";
import { type ProjectRole, resolvePayer } from "../../contracts/projects.js";
import type { Workflow } from "../../entities/workflow.js";
import type { WorkflowRun } from "../../entities/workflow-run.js";
import type { ActionContext } from "../../runtime/actions/context.js";
import type { Host } from "../../runtime/process/host.js";
import * as projects from "../projects/index.js";
import { findRun } from "./run.repository.js";
import { findHome, findWorkflow } from "./workflow.repository.js";

/** A workflow that the caller sees, and the caller's role in its project. */
export interface WorkflowSeen {
  workflow: Workflow;
  role: ProjectRole;
  /** True for a workflow in somebody's default project, which is private. */
  isPersonal: boolean;
}

export interface RunSeen extends WorkflowSeen {
  run: WorkflowRun;
}

/** Returns a workflow whose project the caller sees. Throws `not_found` otherwise. */
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

/**
 * Returns the workflow of a run that is to start. The caller sees it and the project that would pay. Throws
 * `not_found` otherwise.
 */
export async function requireStart(
  host: Pick<Host, "read">,
  context: ActionContext,
  { id, projectId }: { id: string; projectId?: string | null | undefined },
): Promise<WorkflowSeen> {
  const seen = await requireWorkflow(host, context, id);
  if (projectId) await projects.requireSeen(host.read, context.auth.accountId, projectId);
  return seen;
}

/**
 * Returns a run that the caller sees: all members see those of a project's workflow, only their starters those of
 * a personal one.
 */
export async function requireRun(
  host: Pick<Host, "read">,
  context: ActionContext,
  { id, runId }: { id: string; runId: string },
): Promise<RunSeen> {
  const seen = await requireWorkflow(host, context, id);
  return { ...seen, run: await runOf(host, context, seen.isPersonal, { id, runId }) };
}

/**
 * Returns a run that the caller sees, as `requireRun` does, without the graph of its workflow, which may have
 * 1 MB.
 */
export async function requireRunAlone(
  host: Pick<Host, "read">,
  { auth }: ActionContext,
  { id, runId }: { id: string; runId: string },
): Promise<WorkflowRun> {
  const projectId = await findHome(host.read, id);
  const seen = projectId === null ? null : await projects.seeProject(host.read, auth.accountId, projectId);
  if (seen === null) throw notFound("Unknown workflow.");
  return runOf(host, { auth }, seen.project.isDefault, { id, runId });
}

async function runOf(
  { read }: Pick<Host, "read">,
  { auth }: Pick<ActionContext, "auth">,
  isPersonal: boolean,
  { id, runId }: { id: string; runId: string },
): Promise<WorkflowRun> {
  const run = await findRun(read, { id: runId, workflowId: id });
  if (run === null || (isPersonal && run.starterId !== auth.accountId)) throw notFound("Unknown run.");
  return run;
}

/** Throws `forbidden` for a caller who is neither the project's owner nor the workflow's maker (rules/workflows 4). */
export function allowDelete(
  { auth }: ActionContext,
  _params: unknown,
  { workflow, role }: WorkflowSeen,
): void {
  if (role !== "owner" && workflow.creatorId !== auth.accountId)
    throw new ServiceError("forbidden", "Only its creator or the project's owner may delete a workflow.");
}

/**
 * Throws `forbidden` for a caller who did not start the run, since it spends in its starter's name
 * (rules/workflows 22).
 */
export function allowStarter({ auth }: ActionContext, _params: unknown, { run }: RunSeen): void {
  if (run.starterId !== auth.accountId)
    throw new ServiceError("forbidden", "Only the member who started a run may stop or resume it.");
}

/**
 * Returns the project that a request names, or the caller's default one. Throws `not_found` for an account
 * outside the project.
 */
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
 * Returns the payer of the caller's work in a project. Throws `not_found` for an account outside the project, and
 * refuses when nothing may be billed to the payer: a suspended account, or one with an unconfirmed address (rules/billing 16).
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

/**
 * Throws unless the caller may start work now: a suspended account does not, and one with an unconfirmed address does not
 * where confirmation is asked. Runs ask anew before each act that no action of another area checks, since the standing of
 * their starter may change while they go on (rules/workflows 32).
 */
export function requireStanding({ config }: Pick<Host, "config">, { auth }: ActionContext): void {
  if (auth.isSuspended) throw new ServiceError("account_suspended");
  if (config.requireEmailVerification && !auth.isEmailVerified) throw new ServiceError("email_unverified");
}
