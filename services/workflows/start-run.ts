import { v7 } from "uuid";
import { invalidParams, notFound } from "../../contracts/errors.js";
import { MAX_RUN_NODES } from "../../contracts/workflows.js";
import type { Workflow, WorkflowGraph, WorkflowGraphNode } from "../../entities/workflow.js";
import type { WorkflowRun } from "../../entities/workflow-run.js";
import type { WorkflowTrigger } from "../../entities/workflow-trigger.js";
import type { WorkflowRunNode } from "../../entities/workflow-run-node.js";
import type { ActionContext } from "../../runtime/actions/context.js";
import type { Host } from "../../runtime/process/host.js";
import type { Tx } from "../../runtime/database/transaction.js";
import * as billing from "../billing/index.js";
import * as projects from "../projects/index.js";
import { actsBy } from "./acts-by.js";
import { applyInputs } from "./check-inputs.js";
import { announceRun } from "./engine/announce-run.js";
import { nodeRowId, RUN_QUEUE } from "./engine/run-rows.js";
import { findNodeType } from "./graph/node-types.js";
import { firstCost } from "./price-nodes.js";
import type { ReuseScope } from "./reuse/content-key.js";
import { bytesAtStart } from "./room/count-run.js";
import { refuseMany, takeRoom } from "./room/take-room.js";
import { insertRun, insertRunGraph } from "./run.repository.js";
import { insertNodes } from "./run-node.repository.js";
import { overBudget, spentOn } from "./triggers/budget.js";
import { shareWorkflow } from "./workflow.repository.js";
import { requirePayer, type WorkflowSeen } from "./workflows.policy.js";

export interface RunRequest {
  inputs: Readonly<Record<string, unknown>>;
  projectId?: string | null | undefined;
  reuse?: boolean | undefined;
}

/** The trigger that starts a run in the place of a request. */
export interface RunOrigin {
  trigger: Pick<WorkflowTrigger, "id" | "dailyCredits" | keyof ReturnType<typeof actsBy>>;
  /** Writes the trigger's own rows in the transaction that starts the run. */
  commit(tx: Tx, run: WorkflowRun): Promise<void>;
}

/** Plans a run and finds its payer. Throws all refusals of a start except for the balance. */
export async function prepareRun(
  host: Pick<Host, "config" | "plugins">,
  context: ActionContext,
  seen: WorkflowSeen,
  request: RunRequest,
): Promise<{ graph: WorkflowGraph; payer: Awaited<ReturnType<typeof requirePayer>> }> {
  const { nodes } = seen.workflow.graph;
  const payer = await requirePayer(host, context, billingProject(seen, request));
  refuseOtherProject(seen, request);
  if (nodes.length === 0) throw invalidParams("The workflow has no nodes.");
  if (nodes.length > MAX_RUN_NODES)
    throw invalidParams(`The workflow has ${nodes.length} nodes; a run takes at most ${MAX_RUN_NODES}.`);
  const takesOf = (node: WorkflowGraphNode) => findNodeType(host, node)?.takes;
  return { payer, graph: await applyInputs(context, seen.workflow.graph, request.inputs, takesOf) };
}

/**
 * Starts a run: writes its rows and its task in one transaction. Throws `invalid_params` for inputs, and 402 when
 * the payer cannot afford the first paid node; then nothing is started.
 */
export async function startRun(
  host: Host,
  context: ActionContext,
  seen: WorkflowSeen,
  request: RunRequest,
  origin: RunOrigin | null = null,
): Promise<WorkflowRun> {
  const { workflow } = seen;
  const { auth } = context;
  const { graph, payer } = await prepareRun(host, context, seen, request);
  const id = v7();
  const reuse = request.reuse === true ? reuseOf(id, payer, auth.accountId) : null;
  const first = await firstCost(host, context, graph, reuse);
  if (origin !== null) await requireBudget(host, origin, first);
  const storedBytes = bytesAtStart(graph);
  await refuseMany(host, auth.accountId, storedBytes);
  const run: WorkflowRun = {
    id,
    workflowId: workflow.id,
    starterId: auth.accountId,
    starterEmail: auth.email,
    ...(origin === null ? actsBy(auth) : actsAs(origin.trigger)),
    triggerId: origin?.trigger.id ?? null,
    payerId: payer.payerId,
    projectId: payer.projectId,
    budgetId: auth.budgetId ?? null,
    status: "running",
    reuses: request.reuse === true,
    createdAt: Date.now(),
    completedAt: null,
    storedBytes,
    removableFrom: null,
  };
  await billing.onBehalfOfPayer(run.payerId, () =>
    host.transact(async (tx) => {
      await context.idempotency?.record(tx, run.id);
      await requireCredits(tx, run, first);
      await projects.joinProject(tx, { projectId: run.projectId, accountId: auth.accountId });
      await requireUnmoved(tx, workflow);
      await insertRun(tx, run);
      await origin?.commit(tx, run);
      await insertRunGraph(tx, { id: run.id, graph });
      await insertNodes(
        tx,
        graph.nodes.map(({ id }, place) => newRow(run, place, id)),
      );
      await takeRoom(tx, host, run);
      announceRun(tx, host, run, "running", 0);
      await host.tasks.enqueue(tx, { queue: RUN_QUEUE, subject: run.id, payer: run.payerId });
    }),
  );
  host.fault?.("workflows.started");
  return run;
}

const actsAs = ({ credentialKind, credentialId, scopes }: RunOrigin["trigger"]) => ({
  credentialKind,
  credentialId,
  scopes,
});

/** Returns the scope whose earlier results a run may take over. */
export const reuseOf = (
  id: string,
  { payerId, projectId }: Pick<WorkflowRun, "payerId" | "projectId">,
  starterId: string,
): ReuseScope => ({ id, payerId, projectId, starterId });

/** Throws when the trigger's day cannot pay the first paid node; then nothing is started. */
async function requireBudget(host: Pick<Host, "read">, { trigger }: RunOrigin, first: number): Promise<void> {
  const { id, dailyCredits } = trigger;
  if (first > 0 && (await spentOn(host.read, id, Date.now())) + first > dailyCredits)
    throw overBudget(dailyCredits);
}

/**
 * Returns the project that pays: a workflow's own, or for a personal workflow the one that the request names
 * (rules/workflows 12).
 */
export const billingProject = (
  { workflow, isPersonal }: WorkflowSeen,
  { projectId }: Pick<RunRequest, "projectId">,
): string | null => (isPersonal ? (projectId ?? null) : workflow.projectId);

/** Throws when a request names another project than that of the project's workflow. */
export function refuseOtherProject(
  { workflow, isPersonal }: WorkflowSeen,
  { projectId }: Pick<RunRequest, "projectId">,
): void {
  if (projectId && !isPersonal && projectId !== workflow.projectId)
    throw invalidParams("projectId: the workflow belongs to another project, in which its runs are billed.");
}

/** Throws when the balance cannot pay `credits` now. Each paid node holds its own price before it begins. */
async function requireCredits(tx: Tx, run: WorkflowRun, credits: number): Promise<void> {
  if (credits === 0) return;
  const { id: workId, payerId, starterId: actorId, projectId, budgetId } = run;
  const work = { workId, payerId, actorId, projectId, budgetId, credits, paidOnly: false };
  await billing.hold(tx, work);
  await billing.release(tx, work);
}

/** Keeps the workflow from being deleted or moved until the transaction ends. Throws `not_found` when it was. */
async function requireUnmoved(tx: Tx, { id, projectId }: Pick<Workflow, "id" | "projectId">): Promise<void> {
  const workflow = await shareWorkflow(tx, id);
  if (workflow === null || workflow.deletedAt !== null || workflow.projectId !== projectId)
    throw notFound("Unknown workflow.");
}

const newRow = (run: WorkflowRun, place: number, nodeId: string): WorkflowRunNode => ({
  id: nodeRowId(run.id, place),
  runId: run.id,
  place,
  nodeId,
  payerId: run.payerId,
  status: "pending",
  detail: null,
  progressThousandths: null,
  outputs: null,
  costCredits: null,
  contentHash: null,
  isCached: false,
  completedAt: null,
});
