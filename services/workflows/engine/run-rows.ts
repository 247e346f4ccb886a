import { WorkflowRun } from "../../../entities/workflow-run.js";
import { WorkflowRunNode, type NodeStatus } from "../../../entities/workflow-run-node.js";
import type { NodeValue } from "../../../plugins/kit/workflow-node.js";
import type { Tx } from "../../../runtime/database/transaction.js";

/** Of the one task that works on a run; its subject is the run. */
export const RUN_QUEUE = "workflows.run";

export const nodeRowId = (runId: string, place: number): string => `${runId}.${place}`;

/** The run ended while it was worked on: nothing more of it is written. */
export class RunOver extends Error {}

/** Keeps a run from ending until the transaction does. Throws RunOver when it has. */
export async function lockRunning(tx: Tx, id: string): Promise<WorkflowRun> {
  const run = await tx.findOneForUpdate(WorkflowRun, { id });
  if (run?.status !== "running") throw new RunOver();
  return run;
}

/** How a node of a run changes. */
export interface NodeChange {
  status: NodeStatus;
  detail: string | null;
  outputs: Record<string, NodeValue> | null;
  costCredits: number | null;
  contentHash: string | null;
  isCached: boolean;
}

/** A change without anything else. */
export const nodeChange = (status: NodeStatus, more: Partial<NodeChange> = {}): NodeChange => ({
  status,
  detail: null,
  outputs: null,
  costCredits: null,
  contentHash: null,
  isCached: false,
  ...more,
});

const ENDED: ReadonlySet<NodeStatus> = new Set(["complete", "error", "skipped", "stopped"]);
export const hasEnded = (status: NodeStatus): boolean => ENDED.has(status);

/** Writes changes of nodes; alike ones without a result are one statement. */
export async function writeNodes(
  tx: Tx,
  runId: string,
  changes: ReadonlyMap<number, NodeChange>,
  now: number,
): Promise<void> {
  const plain = new Map<NodeStatus, number[]>();
  for (const [place, change] of changes) {
    const completedAt = hasEnded(change.status) ? now : null;
    if (change.outputs === null && change.detail === null && change.costCredits === null) {
      plain.set(change.status, [...(plain.get(change.status) ?? []), place]);
      continue;
    }
    await tx.update(WorkflowRunNode, { id: nodeRowId(runId, place) }, { ...change, completedAt });
  }
  for (const [status, places] of plain) {
    for (let at = 0; at < places.length; at += 500) {
      const ids = places.slice(at, at + 500).map((place) => nodeRowId(runId, place));
      await tx.run(
        `UPDATE workflow_run_nodes SET status = ?, progressThousandths = NULL, completedAt = ? WHERE id IN (${ids.map(() => "?").join(", ")})`,
        [status, hasEnded(status) ? now : null, ...ids],
      );
    }
  }
}

/** Writes how far running nodes are, in thousandths by place. */
export async function writeShares(tx: Tx, runId: string, shares: ReadonlyMap<number, number>): Promise<void> {
  for (const [place, thousandths] of shares)
    await tx.run(
      "UPDATE workflow_run_nodes SET progressThousandths = ? WHERE id = ? AND status = 'running'",
      [thousandths, nodeRowId(runId, place)],
    );
}
