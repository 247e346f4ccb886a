import { invalidParams } from "../../contracts/errors.js";
import { WorkflowRun } from "../../entities/workflow-run.js";
import type { ActionContext } from "../../runtime/context.js";
import type { Host } from "../../runtime/host.js";
import type { WorkflowSeen } from "./find-workflow.js";

const MAX_BYTES = 32 * 1024 * 1024;

/** The runs of a workflow that the caller sees, newest first; `total` counts all of them. */
export async function listRuns(
  host: Pick<Host, "read">,
  { auth }: ActionContext,
  { workflow, isPersonal }: WorkflowSeen,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ runs: WorkflowRun[]; total: number }> {
  const where = { workflowId: workflow.id, ...(isPersonal && { starterId: auth.accountId }) };
  const [runs, total] = await Promise.all([
    host.read.find(WorkflowRun, where, { order: { createdAt: "DESC", id: "DESC" }, limit, offset }),
    host.read.count(WorkflowRun, where),
  ]);
  await requireReadable(host, runs);
  return { runs, total };
}

/** Results of a list are rendered at once, in memory that everybody shares. Throws `invalid_params` for too many of them. */
async function requireReadable(host: Pick<Host, "read">, runs: readonly WorkflowRun[]): Promise<void> {
  if (runs.length < 2) return;
  const [sum] = await host.read.query<{ bytes: number | null }>(
    `SELECT SUM(OCTET_LENGTH(outputs)) AS bytes FROM workflow_run_nodes WHERE runId IN (${runs.map(() => "?").join(", ")})`,
    runs.map(({ id }) => id),
  );
  if (Number(sum?.bytes ?? 0) > MAX_BYTES)
    throw invalidParams(
      `limit: the results of these ${runs.length} runs are more than 32 MB. Ask for fewer, or for one by its id.`,
    );
}
