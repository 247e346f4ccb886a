import type { Database } from "../../runtime/database/database.js";
import { isTraced, traced } from "../../runtime/process/tracing/tracer.js";
import { reader } from "../../runtime/database/transaction.js";
import type { ClaimedRow } from "./claimed-row.js";

/** Makes a run a span of the trace in which its task was queued, in any process. */
export async function traceRun(
  database: Database,
  { id, queue, subject, attempts }: ClaimedRow,
  run: () => Promise<void>,
): Promise<void> {
  if (!isTraced()) return run();
  const sql = "SELECT traceparent FROM tasks WHERE id = ?";
  const rows = await reader(database)
    .query<{ traceparent: string | null }>(sql, [id])
    .catch(() => []);
  const attributes = { "kiln.queue": queue, "kiln.subject": subject, "kiln.attempts": attempts };
  const parent = rows[0]?.traceparent ?? null;
  return traced(`task ${queue}`, { kind: "consumer", parent, attributes }, run);
}
