import { asProcess } from "../concurrency/current-call.js";
import { chunks, placeholders } from "../database/reader.js";
import type { Host } from "../process/host.js";
import type { Tx } from "../database/transaction.js";

const FLUSH_MS = 1000;
const CHUNK = 200;

export type Use = readonly [id: string, at: number];

/**
 * The times of last use by id, in milliseconds since the epoch. A request sets the time of each thing that it
 * uses, and once a second one transaction writes all times that were set. Until then only this map knows
 * them: take `pending()` before reading the rows and use the later of both times, because an entry leaves
 * this map only after its commit.
 */
export class LastUses extends Map<string, number> {
  readonly #host: Pick<Host, "transact" | "log">;
  readonly #what: string;
  readonly #write: (tx: Tx, uses: readonly Use[]) => Promise<void>;
  readonly #timer: NodeJS.Timeout;
  #flushing: Promise<void> | null = null;

  /** `write` receives at most 200 uses at a time, always sorted by id. */
  constructor(
    host: Pick<Host, "transact" | "log">,
    what: string,
    write: (tx: Tx, uses: readonly Use[]) => Promise<void>,
  ) {
    super();
    this.#host = host;
    this.#what = what;
    this.#write = write;
    // The first request that needs the timer creates it, but the timer runs on behalf of nobody.
    this.#timer = asProcess(() => setInterval(() => void this.#flush(), FLUSH_MS).unref());
  }

  /** Returns a copy of the uses that may not be in the database yet. */
  pending(): ReadonlyMap<string, number> {
    return new Map(this);
  }

  /** Writes the pending uses at the end of the process. */
  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.#flushing;
    await this.#flush();
  }

  #flush(): Promise<void> {
    if (this.size === 0) return Promise.resolve();
    return (this.#flushing ??= this.#writeAll().finally(() => (this.#flushing = null)));
  }

  async #writeAll(): Promise<void> {
    // All processes write in the same order, so that two of them do not deadlock.
    const uses = [...this].toSorted(([a], [b]) => (a < b ? -1 : 1));
    try {
      await this.#host.transact(async (tx) => {
        for (const chunk of chunks(uses, CHUNK)) await this.#write(tx, chunk);
      });
      for (const [id, at] of uses) if (this.get(id) === at) this.delete(id);
    } catch (error) {
      this.#host.log.warn(error, `the last use of ${this.#what} could not be written yet`);
    }
  }
}

/** Returns the later of the written and the pending last use as an ISO date; null if there is neither. */
export function presentLastUse({ lastUsedAt }: { lastUsedAt: number | null }, usedAt: number): string | null {
  const last = Math.max(lastUsedAt ?? 0, usedAt);
  return last === 0 ? null : new Date(last).toISOString();
}

/** Sets `lastUsedAt` of several rows of a table by one statement. */
export async function writeLastUsed(tx: Tx, table: string, uses: readonly Use[]): Promise<void> {
  await tx.run(
    `UPDATE ${table} SET lastUsedAt = CASE id ${uses.map(() => "WHEN ? THEN ?").join(" ")} ELSE lastUsedAt END
      WHERE id IN (${placeholders(uses)})`,
    [...uses.flat(), ...uses.map(([id]) => id)],
  );
}
