import type { WorkflowRun } from "../../../entities/workflow-run.js";
import type { NodeStatus } from "../../../entities/workflow-run-node.js";
import type { Tx } from "../../../runtime/database/transaction.js";
import { lockRun } from "../run.repository.js";
import type { NodeValue } from "../../../plugins/kit/node-value.js";

/** The queue of the one task that works on a run; its subject is the run. */
export const RUN_QUEUE = "workflows.run";

export const nodeRowId = (runId: string, place: number): string => `${runId}.${place}`;

/** Thrown when the run ended while it was worked on; nothing more of it is written. */
export class RunOver extends Error {}

/** Locks a run, so that it cannot end before the transaction does. Throws RunOver when it has ended. */
export async function lockRunning(tx: Tx, id: string): Promise<WorkflowRun> {
  const run = await lockRun(tx, id);
  if (run?.status !== "running") throw new RunOver();
  return run;
}

/** The new values of a node's row when it changes. */
export interface NodeChange {
  status: NodeStatus;
  detail: string | null;
  outputs: Record<string, NodeValue> | null;
  costCredits: number | null;
  contentHash: string | null;
  isCached: boolean;
}

/** Returns a change to a status; the other values are empty unless `more` gives them. */
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
