import { asProcess } from "../concurrency/current-call.js";
import { chunks, placeholders } from "../database/reader.js";
import type { Host } from "../process/host.js";
import type { Tx } from "../database/transaction.js";

const FLUSH_MS = 1000;
const CHUNK = 200;

export type Use = readonly [id: string, at: number];

/**
 * When things were used last, by their ids, in milliseconds since the epoch. A request sets that of what it uses, and each second
 * one transaction writes what was set, so at most once a second for each of them; until then it is known here. Take a `pending()`
 * before reading the rows and keep the later of both: what leaves this map is committed.
 */
export class LastUses extends Map<string, number> {
  readonly #host: Pick<Host, "transact" | "log">;
  readonly #what: string;
  readonly #write: (tx: Tx, uses: readonly Use[]) => Promise<void>;
  readonly #timer: NodeJS.Timeout;
  #flushing: Promise<void> | null = null;

  /** `write` gets 200 of them at most, always in the same order. */
  constructor(
    host: Pick<Host, "transact" | "log">,
    what: string,
    write: (tx: Tx, uses: readonly Use[]) => Promise<void>,
  ) {
    super();
    this.#host = host;
    this.#what = what;
    this.#write = write;
    // made by the first request that asks for it, and nobody's own
    this.#timer = asProcess(() => setInterval(() => void this.#flush(), FLUSH_MS).unref());
  }

  /** Uses that may not be in the database yet, as they are now. */
  pending(): ReadonlyMap<string, number> {
    return new Map(this);
  }

  /** Writes what is pending; for the end of the process. */
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
    // One order for every process, so that two of them do not wait for each other.
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

/** The later of a use that was written and one that may not be yet, as answers have it. */
export function presentLastUse({ lastUsedAt }: { lastUsedAt: number | null }, usedAt: number): string | null {
  const last = Math.max(lastUsedAt ?? 0, usedAt);
  return last === 0 ? null : new Date(last).toISOString();
}

/** Sets `lastUsedAt` of some rows of a table by one statement. */
export async function writeLastUsed(tx: Tx, table: string, uses: readonly Use[]): Promise<void> {
  await tx.run(
    `UPDATE ${table} SET lastUsedAt = CASE id ${uses.map(() => "WHEN ? THEN ?").join(" ")} ELSE lastUsedAt END
      WHERE id IN (${placeholders(uses)})`,
    [...uses.flat(), ...uses.map(([id]) => id)],
  );
}
