import type { QueryRunner } from "typeorm";
import type { Database } from "../../runtime/database/database.js";
import { elapsed } from "../../runtime/process/clock.js";

/** The named lock that a living process holds; at most 64 characters, as MySQL allows. */
const lockOf = (owner: string): string => `kiln-alive-${owner}`;

/**
 * The SQL, for servers only, that gives 1 when the process that owned the task has died, and 0 when it lives or is only frozen. The
 * server frees the lock of a process whose connection the operating system has closed; a frozen process keeps its connection.
 */
export const DIED = "COALESCE(IS_FREE_LOCK(CONCAT('kiln-alive-', owner)), 1)";

/**
 * Shows the other processes of a deployment that this one lives, by a named lock on a connection of its own. Work of a process
 * that only froze must not be taken for work that killed its process. SQLite has one process and needs no mark.
 */
export class LifeMark {
  readonly #database: Database;
  readonly #lock: string;
  #runner: QueryRunner | null = null;
  #keeping: Promise<void> | null = null;
  #isStopped = false;
  #heldSince = Infinity;

  constructor(database: Database, owner: string) {
    this.#database = database;
    this.#lock = lockOf(owner);
  }

  /**
   * The time in ms for which the lock has been held. A restarted server has freed the locks of all processes: only a process that
   * has held its own for some time can tell that another one is dead, and not about to take its lock again.
   */
  get heldForMs(): number {
    return elapsed() - this.#heldSince;
  }

  /** Takes the lock, or takes it again when its connection was lost. */
  keep(): Promise<void> {
    if (this.#database.dialect === "sqlite" || this.#isStopped) return Promise.resolve();
    this.#keeping ??= this.#take().finally(() => (this.#keeping = null));
    return this.#keeping;
  }

  async #take(): Promise<void> {
    if (this.#runner !== null && (await this.#isHeld(this.#runner))) return;
    await this.#drop();
    const runner = this.#database.dataSource.createQueryRunner();
    this.#runner = runner;
    await runner.query("SELECT GET_LOCK(?, 0)", [this.#lock]);
    this.#heldSince = elapsed();
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#keeping?.catch(() => {});
    await this.#runner?.query("SELECT RELEASE_LOCK(?)", [this.#lock]).catch(() => {});
    await this.#drop();
  }

  async #isHeld(runner: QueryRunner): Promise<boolean> {
    const rows: { held: unknown }[] = await runner
      .query("SELECT IS_USED_LOCK(?) = CONNECTION_ID() AS held", [this.#lock])
      .catch(() => []);
    return Number(rows[0]?.held) === 1;
  }

  async #drop(): Promise<void> {
    const runner = this.#runner;
    this.#runner = null;
    this.#heldSince = Infinity;
    await runner?.release().catch(() => {});
  }
}
