import { ConfigError } from "../../config/load-config.js";
import type { Database } from "../database.js";
import type { Logger } from "../../process/log.js";
import { longReader, type Reader } from "../transaction.js";

/** For how long a replica that failed is not asked. */
const PAUSE_MS = 10_000;

export interface ReplicaOptions {
  /** Connects, and throws ConfigError where it is no replica of this deployment. */
  open(): Promise<Database>;
  log: Pick<Logger, "warn" | "info">;
}

const AWAY = ["ECONNREFUSED", "ECONNRESET", "ETIMEDOUT", "EHOSTUNREACH", "ER_CON_COUNT_ERROR"];

/** Whether it was only not there: a replica may be restarted while a process starts. */
const isAway = ({ cause }: Error): boolean => AWAY.includes(String((cause as { code?: unknown })?.code));

/** A server that follows the database, opened when it can be had. */
export class Replica {
  readonly #options: ReplicaOptions;
  #database: Database | null = null;
  #isOpening = false;
  /** Not asked before. */
  #notBefore = 0;
  #isClosed = false;

  constructor(options: ReplicaOptions) {
    this.#options = options;
  }

  /** Opens it at the start of the process. Throws ConfigError for a wrong one; one that is away may come later. */
  async start(): Promise<void> {
    try {
      this.#database = await this.#options.open();
    } catch (error) {
      if (error instanceof ConfigError && !isAway(error)) throw error;
      this.failed(error);
    }
  }

  /** Null while it cannot be asked. */
  reader(): Reader | null {
    if (this.#isClosed || performance.now() < this.#notBefore) return null;
    // nobody waits for a connection that may not come
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
