import type { Database } from "../../runtime/database/database.js";
import { reader } from "../../runtime/database/transaction.js";
import type { ClaimedRow } from "./claimed-row.js";

const SENTENCE =
  "The attempts of the task are used up: its processes died, or marking it as dead met conflicts in the database.";

/** Returns the reason for burying a task without another run: the error of its last run, or a sentence when processes died with it. */
export async function usedUp(
  database: Database,
  { id, deaths }: Pick<ClaimedRow, "id" | "deaths">,
): Promise<Error> {
  const rows = await reader(database)
    .query<{ lastError: string | null }>("SELECT lastError FROM tasks WHERE id = ?", [id])
    .catch(() => []);
  const lastError = rows[0]?.lastError ?? null;
  if (lastError === null) return new Error(SENTENCE);
  const [first = ""] = lastError.split("\n");
  if (deaths > 0) return new Error(`${SENTENCE} An earlier run failed: ${first}`);
  return Object.assign(new Error(first), { stack: lastError });
}
