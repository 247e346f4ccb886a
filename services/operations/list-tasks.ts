import type { ResultOf } from "../../contracts/contract.js";
import type { adminListTasks } from "../../contracts/operations.js";
import type { Host } from "../../runtime/host.js";

interface Row {
  queue: string;
  state: "ready" | "running" | "dead";
  count: number;
  oldest: number;
  failed: string | null;
}

/** Durable work by queue and state, with the first line of one of its errors. */
export async function listTasks(
  host: Host,
  { limit, offset }: { limit: number; offset: number },
): Promise<ResultOf<typeof adminListTasks>> {
  const rows = await host.staleRead.query<Row>(
    "SELECT queue, state, COUNT(*) AS count, MIN(runAt) AS oldest, MAX(lastError) AS failed FROM tasks GROUP BY queue, state ORDER BY queue, state",
  );
  return {
    tasks: rows.slice(offset, offset + limit).map((row) => ({
      queue: row.queue,
      state: row.state,
      count: Number(row.count),
      oldestRunAt: new Date(Number(row.oldest)).toISOString(),
      lastError: row.failed?.split("\n")[0] ?? null,
    })),
    total: rows.length,
  };
}
