import type { WorkflowGraph } from "../../../entities/workflow.js";
import type { WorkflowRun } from "../../../entities/workflow-run.js";
import type { Tx } from "../../../runtime/database/transaction.js";
import { measureRun, NEVER, NODE_BYTES, RUN_BYTES, setStored } from "./run-size.repository.js";
import { addStored } from "./usage.repository.js";

/** The time after a run's end during which it is not removed (rules/workflows 41). */
export const KEPT_MS = 24 * 3600 * 1000;

/** Returns the bytes that a run stores from its start on. */
export const bytesAtStart = (graph: WorkflowGraph): number =>
  graph.nodes.reduce(
    (sum, { id }) => sum + NODE_BYTES + Buffer.byteLength(id),
    RUN_BYTES + Buffer.byteLength(JSON.stringify(graph)),
  );

/** The bytes of a run that each credit pays for: they are not counted. */
const PAID_BYTES = 2 ** 20;

/**
 * Replaces the bytes that are counted for a run by those that it stores now, in the transaction that changes it. The
 * caller has locked the run. Once anything of a run was charged, it is never removed, even when a resume forgets what
 * was charged, and only the bytes beyond 1 MB for each credit are counted. A run of an earlier release is not counted.
 * `endedAt` is null while the run goes on; `wasCharged` says that something was charged which its rows do not show.
 */
export async function countRun(
  tx: Tx,
  { id, starterId }: Pick<WorkflowRun, "id" | "starterId">,
  endedAt: number | null,
  wasCharged = false,
): Promise<void> {
  const { bytes, credits, counted, removableFrom: before } = await measureRun(tx, id);
  if (counted === null) return;
  // The release before counted nothing for a run that was charged, and did not mark it.
  const isPaid = wasCharged || credits > 0 || before === NEVER || counted === 0;
  const storedBytes = isPaid ? unpaidBytes(bytes, credits) : bytes;
  const removableFrom = isPaid ? NEVER : endedAt === null ? null : endedAt + KEPT_MS;
  await setStored(tx, { id, storedBytes, removableFrom });
  await addStored(tx, { accountId: starterId, bytes: storedBytes - counted });
}

/** Returns the bytes that are counted for a charged run. What was charged and forgotten was one credit at least. */
export const unpaidBytes = (bytes: number, credits: number): number =>
  Math.max(0, bytes - PAID_BYTES * Math.max(1, credits));
