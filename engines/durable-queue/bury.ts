import type { Database } from "../../runtime/database/database.js";
import { transaction } from "../../runtime/database/transaction.js";
import { traceOf } from "../../runtime/errors/reason-of.js";
import { beginAgain, buryRun } from "./end-run.js";
import type { ClaimedTask, TaskHandler } from "./task-handler.js";
import type { ClaimedRow } from "./claimed-row.js";

/** The error that rolls a burial back, because the task was queued once more before it. */
class Wanted extends Error {}

/** Buries a task whose attempts are used up. Returns true when it was queued once more meanwhile, and so is ready again instead. */
export async function bury(
  database: Database,
  handler: Pick<TaskHandler, "bury">,
  task: ClaimedTask,
  { row, error }: { row: ClaimedRow; error: unknown },
): Promise<boolean> {
  const isAgain = () => transaction(database, (tx) => beginAgain(tx, row));
  while (!(await isAgain())) {
    try {
      await transaction(database, async (tx) => {
        // The rows that the handler locks come before the task in the lock order.
        await handler.bury?.(tx, task, error);
        if (!(await buryRun(tx, row, row.attempts, traceOf(error)))) throw new Wanted();
      });
      return false;
    } catch (thrown) {
      if (!(thrown instanceof Wanted)) throw thrown;
    }
  }
  return true;
}
