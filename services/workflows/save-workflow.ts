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

/** Creates a workflow in a project that the caller is still in when it commits. */
export async function createWorkflow(
  host: Pick<Host, "transact">,
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
  /** The `updatedAt`, as ISO 8601, of the version that the change is based on. */
  baseUpdatedAt?: string | undefined;
}

/**
 * Changes the given fields. Throws `not_found` when the workflow was deleted meanwhile, `conflict` when it was
 * changed since `baseUpdatedAt`, and `forbidden` when a credential that may do less than the workflow's enabled
 * triggers changes the graph.
 */
export async function updateWorkflow(
  host: Pick<Host, "transact">,
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
    // Making or enabling a trigger locks the workflow too: the trigger is read here, or it is enabled after this
    // change has committed.
    if (graph !== undefined && !isDeepStrictEqual(graph, workflow.graph))
      allowGraphChange(auth, await findTriggersOf(tx, id));
    const change = {
      ...(graph !== undefined && { graph, nodeCount: graph.nodes.length }),
      ...(name !== undefined && { name }),
      // The time must grow with each change, since it identifies the version; a clock may be set back, and two
      // changes may share a millisecond.
      updatedAt: Math.max(Date.now(), workflow.updatedAt + 1),
    };
    if (graph !== undefined || name !== undefined) await changeWorkflow(tx, { id, ...change });
    return graph === undefined && name === undefined ? workflow : { ...workflow, ...change };
  });
}
