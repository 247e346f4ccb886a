import { invalidParams } from "../../contracts/errors.js";
import { WorkflowRun } from "../../entities/workflow-run.js";
import type { ActionContext } from "../../runtime/actions/context.js";
import type { Host } from "../../runtime/process/host.js";
import type { WorkflowSeen } from "./find-workflow.js";

const MAX_BYTES = 32 * 1024 * 1024;
const MAX_NODES = 50_000;
/** Nodes that are read and rendered before everybody else has a turn. */
const AT_ONCE = 2000;

/** The runs of a workflow that the caller sees, newest first, in batches to be rendered; `total` counts all of them. */
export async function listRuns(
  host: Pick<Host, "read" | "longRead">,
  { auth }: ActionContext,
  { workflow, isPersonal }: WorkflowSeen,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ batches: WorkflowRun[][]; total: number }> {
  const where = { workflowId: workflow.id, ...(isPersonal && { starterId: auth.accountId }) };
  const [runs, total] = await Promise.all([
    host.longRead.find(WorkflowRun, where, { order: { createdAt: "DESC", id: "DESC" }, limit, offset }),
    host.longRead.count(WorkflowRun, where),
  ]);
  return { batches: await inBatches(host, runs), total };
}

/** Splits runs into batches to be rendered. Throws `invalid_params` when their results are too many for one list. */
async function inBatches(host: Pick<Host, "read">, runs: readonly WorkflowRun[]): Promise<WorkflowRun[][]> {
  if (runs.length < 2) return [[...runs]];
  const sizes = await host.read.query<{ runId: string; nodes: number; bytes: number | null }>(
    `SELECT runId, COUNT(*) AS nodes, SUM(OCTET_LENGTH(outputs)) AS bytes FROM workflow_run_nodes
      WHERE runId IN (${runs.map(() => "?").join(", ")}) GROUP BY runId`,
    runs.map(({ id }) => id),
  );
  refuseLarge(runs.length, sizes);
  const nodesOf = new Map(sizes.map(({ runId, nodes }) => [runId, Number(nodes)]));
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

function refuseLarge(count: number, sizes: readonly { nodes: number; bytes: number | null }[]): void {
  const sum = (of: readonly (number | null)[]) => of.reduce((all: number, one) => all + Number(one ?? 0), 0);
  const isLong = sum(sizes.map(({ bytes }) => bytes)) > MAX_BYTES;
  if (!isLong && sum(sizes.map(({ nodes }) => nodes)) <= MAX_NODES) return;
  const many = isLong ? "more than 32 MB" : `those of more than ${MAX_NODES.toLocaleString("en")} nodes`;
  throw invalidParams(
    `limit: the results of these ${count} runs are ${many}. Ask for fewer, or for one by its id.`,
  );
}
