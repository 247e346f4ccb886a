import type { Database } from "../../runtime/database/database.js";
import { reader } from "../../runtime/database/transaction.js";
import { elapsed } from "../../runtime/process/clock.js";
import type { ClaimedRow } from "./claimed-row.js";

/** The time after a failed claim in which its statement may still be committed, because a server finishes a statement whose client has gone. */
const WATCH_MS = 30_000;
/** The time between two looks. */
const LOOK_MS = 2500;

/**
 * Finds tasks that this process has claimed without hearing of it, because the answer of a claim was lost with its connection: nobody
 * works on them, and they would wait until their leases run out. Only the looks behind a failed claim cost a statement.
 */
export class Strays {
  #watchUntil = -Infinity;
  #lookAt = Infinity;

  /** Called when a claim has failed, of which a part may have been committed. */
  claimFailed(): void {
    const now = elapsed();
    this.#watchUntil = now + WATCH_MS;
    this.#lookAt = Math.min(this.#lookAt, now);
  }

  /**
   * Returns the tasks that the owner has claimed and that do not run here. The caller has no claim under way. Returns none between
   * two looks, and when no claim has failed for some time.
   */
  async find(
    database: Database,
    owner: string,
    isRunning: (row: ClaimedRow) => boolean,
  ): Promise<ClaimedRow[]> {
    const now = elapsed();
    if (now < this.#lookAt) return [];
    const rows = await reader(database).query<ClaimedRow>(
      `SELECT id, queue, subject, payer, attempts, deaths, fence FROM tasks WHERE state = 'running' AND owner = ?`,
      [owner],
    );
    this.#lookAt = now < this.#watchUntil ? now + LOOK_MS : Infinity;
    return rows.filter((row) => !isRunning(row));
  }
}
