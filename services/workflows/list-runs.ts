import { invalidParams } from "../../contracts/errors.js";
import type { WorkflowRun } from "../../entities/workflow-run.js";
import type { ActionContext } from "../../runtime/actions/context.js";
import type { Host } from "../../runtime/process/host.js";
import type { Reader } from "../../runtime/database/transaction.js";
import { findRunsPage } from "./run.repository.js";
import { measureRuns, type RunSize } from "./run-node.repository.js";
import type { WorkflowSeen } from "./workflows.policy.js";

const MAX_BYTES = 32 * 1024 * 1024;
const MAX_NODES = 50_000;
/** The number of nodes that are read and rendered before others have a turn. */
const AT_ONCE = 2000;

/**
 * Returns the runs of a workflow that the caller sees, newest first, in batches to be rendered; `total` counts all
 * of them.
 */
export async function listRuns(
  { longRead }: Pick<Host, "longRead">,
  { auth }: ActionContext,
  { workflow, isPersonal }: WorkflowSeen,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ batches: WorkflowRun[][]; total: number }> {
  const { runs, total } = await findRunsPage(longRead, {
    workflowId: workflow.id,
    ...(isPersonal && { starterId: auth.accountId }),
    limit,
    offset,
  });
  return { batches: await inBatches(longRead, runs), total };
}

/** Splits runs into batches to be rendered. Throws `invalid_params` when their results are too many for one list. */
async function inBatches(longRead: Reader, runs: readonly WorkflowRun[]): Promise<WorkflowRun[][]> {
  if (runs.length < 2) return [[...runs]];
  const sizes = await measureRuns(
    longRead,
    runs.map(({ id }) => id),
  );
  refuseLarge(runs.length, sizes);
  const nodesOf = new Map(sizes.map(({ runId, nodes }) => [runId, nodes]));
  const batches: WorkflowRun[][] = [];
  let room = 0;
  for (const run of runs) {
    const nodes = nodesOf.get(run.id) ?? 0;
    if (batches.length === 0 || nodes > room) {
      batches.push([]);
      room = AT_ONCE;
    }
    batches.at(-1)?.push(run);
    room -= nodes;
  }
  return batches;
}

function refuseLarge(count: number, sizes: readonly RunSize[]): void {
  const sum = (of: readonly number[]) => of.reduce((all, one) => all + one, 0);
  const isLong = sum(sizes.map(({ bytes }) => bytes)) > MAX_BYTES;
  if (!isLong && sum(sizes.map(({ nodes }) => nodes)) <= MAX_NODES) return;
  const many = isLong ? "more than 32 MB" : `those of more than ${MAX_NODES.toLocaleString("en")} nodes`;
  throw invalidParams(
    `limit: the results of these ${count} runs are ${many}. Ask for fewer, or for one by its id.`,
  );
}
