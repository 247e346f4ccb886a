import type { Database } from "../../runtime/database/database.js";
import { elapsed } from "../../runtime/process/clock.js";
import { beatMs, deleteBuried, MOST_BEAT_MS, reclaimExpired, reclaimOrphaned } from "./lease.js";
import type { LifeMark } from "./life-mark.js";

/** The time after which every living process has taken its life mark again, if the database server was restarted. */
const SURE_OF_DEATHS_MS = 4 * MOST_BEAT_MS;
const CLEAN_MS = 60_000;

/** The least time without a heartbeat that counts as an outage, however short the leases are. */
const LEAST_OUTAGE_MS = 1000;

/** Looks, every few seconds, for tasks whose process no longer works on them. */
export class Sweeper {
  readonly #database: Database;
  readonly #leaseMs: number;
  readonly #lifeMark: LifeMark;
  /** The time of two heartbeats. In a process whose last one is older the database is, or was a moment ago, away. */
  readonly #outageMs: number;
  #cleanAt = 0;
  #beatAt: number | null = null;
  #steadySince = -Infinity;

  constructor({ database, leaseMs }: { database: Database; leaseMs: number }, lifeMark: LifeMark) {
    this.#database = database;
    this.#leaseMs = leaseMs;
    this.#outageMs = Math.max(LEAST_OUTAGE_MS, 2 * beatMs(leaseMs));
    this.#lifeMark = lifeMark;
  }

  /** Called at the start, and when a heartbeat has come through. */
  hasBeaten(): void {
    const now = elapsed();
    // A process that has just started may have been started again when the database came back.
    if (this.#beatAt === null || now - this.#beatAt > this.#outageMs) this.#steadySince = now;
    this.#beatAt = now;
  }

  /**
   * Tells whether this process has had its database for some time. Behind an outage that was longer than the leases their owners
   * get time to store what they have in hand, or to renew their leases (ADR-0114).
   */
  get #isSteady(): boolean {
    const now = elapsed();
    return now - (this.#beatAt ?? now) <= this.#outageMs && now - this.#steadySince > this.#outageMs;
  }

  /** Puts back tasks whose owner no longer works on them, and deletes those buried long ago. Returns the number of tasks put back. */
  async sweep(): Promise<number> {
    if (!this.#isSteady) return 0;
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
