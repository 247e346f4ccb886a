import type { ResultOf } from "../../contracts/contract.js";
import type { adminListTasks } from "../../contracts/operations.js";
import type { Host } from "../../runtime/process/host.js";
import { findTaskGroups } from "./task.repository.js";

/** Counts durable work by queue and state, with the first line of one of its errors. */
export async function listTasks(
  { staleRead }: Pick<Host, "staleRead">,
  { limit, offset }: { limit: number; offset: number },
): Promise<ResultOf<typeof adminListTasks>> {
  const groups = await findTaskGroups(staleRead);
  return {
    tasks: groups.slice(offset, offset + limit).map(({ queue, state, count, oldest, failed }) => ({
      queue,
      state,
      count,
      oldestRunAt: new Date(oldest).toISOString(),
      lastError: failed?.split("\n")[0] ?? null,
    })),
    total: groups.length,
  };
}
