import { isDeepStrictEqual } from "node:util";
import { v7 } from "uuid";
import { notFound, ServiceError } from "../../contracts/errors.js";
import { DEFAULT_WORKFLOW_NAME } from "../../contracts/workflows.js";
import type { Workflow, WorkflowGraph } from "../../entities/workflow.js";
import type { ActionContext } from "../../runtime/actions/context.js";
import type { Host } from "../../runtime/process/host.js";
import * as projects from "../projects/index.js";
import { findTriggersOf } from "./triggers/trigger.repository.js";
import { allowGraphChange } from "./triggers/triggers.policy.js";
import { changeWorkflow, insertWorkflow, lockWorkflow } from "./workflow.repository.js";

/** Saves a new workflow in a project in which the caller still is when it commits. */
export async function createWorkflow(
  host: Host,
  { auth }: ActionContext,
  {
    graph = { nodes: [], edges: [] },
    name,
  }: { graph?: WorkflowGraph | undefined; name?: string | undefined },
  { project }: projects.ProjectSeen,
): Promise<Workflow> {
  const now = Date.now();
  const workflow: Workflow = {
    id: v7(),
    projectId: project.id,
    creatorId: auth.accountId,
    name: name ?? DEFAULT_WORKFLOW_NAME,
    graph,
    nodeCount: graph.nodes.length,
    previewStorageId: null,
    previewKind: null,
    previewRunAt: null,
    createdAt: now,
    updatedAt: now,
    deletedAt: null,
  };
  await host.transact(async (tx) => {
    await projects.joinProject(tx, { projectId: project.id, accountId: auth.accountId });
    await insertWorkflow(tx, workflow);
  });
  return workflow;
}

interface Update {
  graph?: WorkflowGraph | undefined;
  name?: string | undefined;
  /** What the change was made on, as ISO 8601. */
  baseUpdatedAt?: string | undefined;
}

/**
 * Replaces what is given. Throws `not_found` when the workflow went meanwhile, `conflict` when it is not `baseUpdatedAt`'s, and
 * `forbidden` for another graph by a credential that may do less than the workflow's enabled triggers.
 */
export async function updateWorkflow(
  host: Host,
  { auth }: ActionContext,
  { graph, name, baseUpdatedAt }: Update,
  { id }: Pick<Workflow, "id">,
): Promise<Workflow> {
  return host.transact(async (tx) => {
    const workflow = await lockWorkflow(tx, id);
    if (workflow === null || workflow.deletedAt !== null) throw notFound("Unknown workflow.");
    if (baseUpdatedAt !== undefined && Date.parse(baseUpdatedAt) !== workflow.updatedAt)
      throw new ServiceError(
        "conflict",
        "The workflow was changed since baseUpdatedAt. Read it again, and apply the change to that.",
      );
    // Whoever makes or enables a trigger locks the workflow too: the trigger is read here, or it is enabled once this change is committed.
    if (graph !== undefined && !isDeepStrictEqual(graph, workflow.graph))
      allowGraphChange(auth, await findTriggersOf(tx, id));
    const change = {
      ...(graph !== undefined && { graph, nodeCount: graph.nodes.length }),
      ...(name !== undefined && { name }),
      // Also by a clock that was set back, and twice in a millisecond: each change is told by its time.
      updatedAt: Math.max(Date.now(), workflow.updatedAt + 1),
    };
    if (graph !== undefined || name !== undefined) await changeWorkflow(tx, { id, ...change });
    return graph === undefined && name === undefined ? workflow : { ...workflow, ...change };
  });
}
