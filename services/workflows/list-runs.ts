import { invalidParams, ServiceError } from "../../contracts/errors.js";
import type { WorkflowRunView } from "../../contracts/workflows.js";
import type { WorkflowRun } from "../../entities/workflow-run.js";
import type { ActionContext } from "../../runtime/actions/context.js";
import { type LongResults, longResults } from "../../runtime/http/long-results.js";
import type { Host } from "../../runtime/process/host.js";
import { longTexts } from "./engine/long-texts.js";
import { presentRuns } from "./present-run.js";
import { findRunsPage } from "./run.repository.js";
import { measureRuns, type RunSize } from "./run-node.repository.js";
import type { WorkflowSeen } from "./workflows.policy.js";

/** The most bytes of one answer. */
const MAX_BYTES = 32 * 1024 * 1024;
const MAX_NODES = 50_000;
/** The number of nodes that are read and rendered before others have a turn. */
const AT_ONCE = 2000;
/** The bytes of a node besides its outputs. An answer contains the first output twice. */
const NODE_BYTES = 200;

/**
 * Returns the runs of a workflow that the caller sees, newest first; `total` counts all of them. A page of over 1 MB is read in
 * the account's turn. Throws `payload_too_large` where the results are too large for one answer, `invalid_params` where they
 * are too many, and `unavailable` where many long pages of the account wait (rules/workflows 45).
 */
export async function listRuns(
  host: Pick<Host, "longRead" | "read">,
  context: ActionContext,
  { workflow, isPersonal }: WorkflowSeen,
  { limit, offset }: { limit: number; offset: number },
  results: LongResults = longResults,
): Promise<{ runs: WorkflowRunView[]; total: number }> {
  const { runs, total } = await findRunsPage(host.longRead, {
    workflowId: workflow.id,
    ...(isPersonal && { starterId: context.auth.accountId }),
    limit,
    offset,
  });
  if (runs.length === 0) return { runs: [], total };
  const sizes = await measureRuns(
    host.longRead,
    runs.map(({ id }) => id),
  );
  const bytes = sumOf(sizes, (size) => 2 * size.bytes + NODE_BYTES * size.nodes);
  if (runs.length > 1) refuseLarge(runs.length, bytes, sizes);
  const views = await results.read(context, bytes, () =>
    presentInBatches(host, context, batchesOf(runs, sizes)),
  );
  return { runs: views, total };
}

const sumOf = (sizes: readonly RunSize[], of: (size: RunSize) => number): number =>
  sizes.reduce((all, size) => all + of(size), 0);

function refuseLarge(count: number, bytes: number, sizes: readonly RunSize[]): void {
  const less = "Ask for fewer, or for one by its id.";
  if (bytes > MAX_BYTES)
    throw new ServiceError(
      "payload_too_large",
      `limit: the results of these ${count} runs are more than ${MAX_BYTES / 2 ** 20} MB, which is too large for one answer. ${less}`,
    );
  if (sumOf(sizes, ({ nodes }) => nodes) > MAX_NODES)
    throw invalidParams(
      `limit: the results of these ${count} runs are those of more than ${MAX_NODES.toLocaleString("en")} nodes. ${less}`,
    );
}

function batchesOf(runs: readonly WorkflowRun[], sizes: readonly RunSize[]): WorkflowRun[][] {
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

async function presentInBatches(
  host: Pick<Host, "read">,
  context: ActionContext,
  batches: readonly WorkflowRun[][],
): Promise<WorkflowRunView[]> {
  const views: WorkflowRunView[] = [];
  for (const [index, batch] of batches.entries()) {
    if (index > 0) await longTexts.next();
    views.push(...(await presentRuns(host, context, batch)));
  }
  return views;
}
