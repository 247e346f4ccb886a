import {
  workflowsCreate,
  workflowsDelete,
  workflowsGet,
  workflowsListRuns,
  workflowsListTriggers,
  workflowsUpdate,
} from "../../sdk/generated/operations.js";
import { call } from "../kiln.js";
import type { MediaKind } from "../queries.js";
import { inputAt, inputWithout, isConnected, withInput } from "./input-node.js";
import { CHANGED, once, onWhatThereIs, type Sent, shareWith } from "./sharing.js";

export interface IntoWorkflow {
  storageId: string;
  kind: MediaKind;
  /** The id of the project; null is the person's own space. */
  projectId: string | null;
}

/** Puts the file into a workflow: in a new input node, or in place of the file of the given one. */
export async function putIntoWorkflow(
  id: string,
  nodeId: string | null,
  { storageId, kind, projectId }: IntoWorkflow,
): Promise<Sent> {
  await shareWith(storageId, projectId);
  return onWhatThereIs(async () => {
    const { workflow } = await call(workflowsGet, { id });
    const { graph, node, before } = withInput(workflow.graph, { kind, storageId, nodeId });
    const saved = call(workflowsUpdate, { id, graph, baseUpdatedAt: workflow.updatedAt });
    await (before === null ? once("The new input", saved) : saved);
    return {
      into: `“${workflow.name}”, ${node}`,
      next: before === null ? "Connect it to a node." : null,
      open: { kind: "workflow" as const, id },
      isShared: projectId !== null,
      undo: () =>
        onWhatThereIs(async () => {
          const { workflow: now } = await call(workflowsGet, { id });
          const isUsed = before === null && isConnected(now.graph, node);
          if (isUsed || inputAt(now.graph, node) !== storageId) throw new Error(CHANGED);
          await call(workflowsUpdate, {
            id,
            graph: inputWithout(now.graph, node, before),
            baseUpdatedAt: now.updatedAt,
          });
        }),
    };
  });
}

/** Makes a workflow with the file in an input node. */
export async function putIntoNewWorkflow({ storageId, kind, projectId }: IntoWorkflow): Promise<Sent> {
  await shareWith(storageId, projectId);
  const { graph, node } = withInput({ nodes: [], edges: [] }, { kind, storageId, nodeId: null });
  const { workflow } = await once("The new workflow", call(workflowsCreate, { projectId, graph }));
  const { id } = workflow;
  return {
    into: `a new workflow, ${node}`,
    next: "Add the next nodes.",
    open: { kind: "workflow", id },
    isShared: projectId !== null,
    undo: async () => {
      const [{ workflow: now }, runs, triggers] = await Promise.all([
        call(workflowsGet, { id }),
        call(workflowsListRuns, { id, limit: 1 }),
        call(workflowsListTriggers, { id }),
      ]);
      if (now.updatedAt !== workflow.updatedAt || runs.total + triggers.total > 0) throw new Error(CHANGED);
      await call(workflowsDelete, { id });
    },
  };
}
