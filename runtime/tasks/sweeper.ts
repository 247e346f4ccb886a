import type { Database } from "../database.js";
import { elapsed } from "../elapsed.js";
import { transaction } from "../transaction.js";
import { MOST_BEAT_MS, reclaimExpired, reclaimOrphaned } from "./lease.js";
import type { LifeMark } from "./life-mark.js";

/** By then every process that lives has taken its life mark again. */
const SURE_OF_DEATHS_MS = 4 * MOST_BEAT_MS;
const CLEAN_MS = 60_000;
const DEAD_KEPT_MS = 30 * 24 * 3600 * 1000;

/** Looks, every few seconds, for tasks that nobody works on any more. */
export class Sweeper {
  readonly #database: Database;
  readonly #leaseMs: number;
  readonly #lifeMark: LifeMark;
  #cleanAt = 0;

  constructor({ database, leaseMs }: { database: Database; leaseMs: number }, lifeMark: LifeMark) {
    this.#database = database;
    this.#leaseMs = leaseMs;
    this.#lifeMark = lifeMark;
  }

  /** Puts back what has no living owner, and deletes what was buried long ago. Gives the number of tasks put back. */
  async sweep(): Promise<number> {
    const seesDeaths = this.#database.dialect !== "sqlite" && this.#lifeMark.heldForMs > SURE_OF_DEATHS_MS;
    const count =
      (await reclaimExpired(this.#database)) +
      (seesDeaths ? await reclaimOrphaned(this.#database, this.#leaseMs) : 0);
    await this.#clean();
    return count;
  }

  async #clean(): Promise<void> {
    if (elapsed() < this.#cleanAt) return;
    this.#cleanAt = elapsed() + CLEAN_MS;
    await transaction(this.#database, (tx) =>
      tx.run(`DELETE FROM tasks WHERE state = 'dead' AND runAt < ${tx.database.now} - ?`, [DEAD_KEPT_MS]),
    );
  }
}
