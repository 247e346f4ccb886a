import type { Database } from "../../runtime/database/database.js";
import { elapsed } from "../../runtime/process/clock.js";
import { deleteBuried, MOST_BEAT_MS, reclaimExpired, reclaimOrphaned } from "./lease.js";
import type { LifeMark } from "./life-mark.js";

/** The time after which every living process has taken its life mark again, if the database server was restarted. */
const SURE_OF_DEATHS_MS = 4 * MOST_BEAT_MS;
const CLEAN_MS = 60_000;

/** Looks, every few seconds, for tasks whose process no longer works on them. */
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

  /** Puts back tasks whose owner no longer works on them, and deletes those buried long ago. Returns the number of tasks put back. */
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
    await deleteBuried(this.#database);
  }
}
