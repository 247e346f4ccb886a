import { ConfigError } from "../../config/load-config.js";
import type { Database } from "../database.js";
import type { Logger } from "../../process/log.js";
import { longReader, type Reader } from "../transaction.js";

/** The time for which no read goes to a replica that failed. */
const PAUSE_MS = 10_000;

export interface ReplicaOptions {
  /** Connects to the replica. Throws ConfigError when the server is not a replica of this deployment's database. */
  open(): Promise<Database>;
  log: Pick<Logger, "warn" | "info">;
}

const AWAY = ["ECONNREFUSED", "ECONNRESET", "ETIMEDOUT", "EHOSTUNREACH", "ER_CON_COUNT_ERROR"];

/** Tells whether the replica was only unreachable, for example because it restarts while this process starts. */
const isAway = ({ cause }: Error): boolean => AWAY.includes(String((cause as { code?: unknown })?.code));

/** A read-only copy of the database on another server, which is opened as soon as it answers. */
export class Replica {
  readonly #options: ReplicaOptions;
  #database: Database | null = null;
  #isOpening = false;
  /** The time, on the clock of `performance.now()`, before which nothing is read from the replica. */
  #notBefore = 0;
  #isClosed = false;

  constructor(options: ReplicaOptions) {
    this.#options = options;
  }

  /**
   * Opens the replica at the start of the process. Throws ConfigError for a wrong server. A replica that does not answer is
   * opened by a later read.
   */
  async start(): Promise<void> {
    try {
      this.#database = await this.#options.open();
    } catch (error) {
      if (error instanceof ConfigError && !isAway(error)) throw error;
      this.failed(error);
    }
  }

  /** Returns the reader of the replica, or null while the replica cannot be used. */
  reader(): Reader | null {
    if (this.#isClosed || performance.now() < this.#notBefore) return null;
    // The caller does not wait for the connection, which may never be made.
    if (this.#database === null && !this.#isOpening) void this.#open();
    return this.#database === null ? null : longReader(this.#database);
  }

  /** Stops reading from the replica for some seconds. */
  failed(error: unknown): void {
    if (performance.now() >= this.#notBefore)
      this.#options.log.warn(
        { err: error },
        "The replica of DATABASE_READ_URL does not answer as it should: the database itself is read.",
      );
    this.#notBefore = performance.now() + PAUSE_MS;
  }

  async #open(): Promise<void> {
    this.#isOpening = true;
    try {
      const database = await this.#options.open();
      this.#database = database;
      if (this.#isClosed) await database.close();
      else this.#options.log.info("The replica of DATABASE_READ_URL is read.");
    } catch (error) {
      this.failed(error);
    } finally {
      this.#isOpening = false;
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#database?.close();
  }
}
