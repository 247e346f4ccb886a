import { asProcess } from "../concurrency/current-call.js";
import { chunks, placeholders } from "../database/reader.js";
import type { Host } from "../process/host.js";
import type { Tx } from "../database/transaction.js";

const FLUSH_MS = 1000;
const CHUNK = 200;

export type Use = readonly [id: string, at: number];

/**
 * When things were used last. Requests note it in memory, and one transaction a second writes it, so at most once a
 * second for each of them; until then it is known here.
 */
export class LastUses {
  readonly #host: Pick<Host, "transact" | "log">;
  readonly #what: string;
  readonly #write: (tx: Tx, uses: readonly Use[]) => Promise<void>;
  readonly #uses = new Map<string, number>();
  #timer: NodeJS.Timeout | null = null;
  #isClosed = false;

  /** `write` gets 200 of them at most, always in the same order. */
  constructor(
    host: Pick<Host, "transact" | "log">,
    what: string,
    write: (tx: Tx, uses: readonly Use[]) => Promise<void>,
  ) {
    this.#host = host;
    this.#what = what;
    this.#write = write;
  }

  note(id: string): void {
    this.#uses.set(id, Date.now());
    this.#schedule();
  }

  /**
   * Uses that may not be in the database yet, by id. Take it before reading the rows and keep the later of
   * both: what leaves this map is committed.
   */
  pending(): ReadonlyMap<string, number> {
    return new Map(this.#uses);
  }

  /** Writes what is pending; for the end of the process. */
  async close(): Promise<void> {
    this.#isClosed = true;
    if (this.#timer) clearTimeout(this.#timer);
    await this.#flush();
  }

  #schedule(): void {
    if (this.#timer || this.#isClosed) return;
    this.#timer = asProcess(() =>
      setTimeout(() => {
        this.#timer = null;
        void this.#flush();
      }, FLUSH_MS).unref(),
    );
  }

  async #flush(): Promise<void> {
    // One order for every process, so that two of them do not wait for each other.
    const uses = [...this.#uses].toSorted(([a], [b]) => (a < b ? -1 : 1));
    if (uses.length === 0) return;
    try {
      await this.#host.transact(async (tx) => {
        for (const chunk of chunks(uses, CHUNK)) await this.#write(tx, chunk);
      });
      for (const [id, at] of uses) if (this.#uses.get(id) === at) this.#uses.delete(id);
    } catch (error) {
      this.#host.log.warn(error, `the last use of ${this.#what} could not be written yet`);
    }
    if (this.#uses.size > 0) this.#schedule();
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
