import type { Database } from "../../runtime/database.js";
import type { Host } from "../../runtime/host.js";
import { type Tx } from "../../runtime/transaction.js";
import { SESSION_MS } from "./session-life.js";

const FLUSH_MS = 1000;
const CHUNK = 200;

/**
 * What requests leave on their credentials: a key's lastUsedAt, a session's new end. Written by one
 * transaction a second, so at most once a second for a credential; until then it is known here.
 */
export class CredentialUse {
  readonly #host: Host;
  readonly #keys = new Map<string, number>();
  readonly #sessions = new Map<string, number>();
  #timer: NodeJS.Timeout | null = null;
  #isClosed = false;

  constructor(host: Host) {
    this.#host = host;
  }

  keyUsed(id: string): void {
    this.#keys.set(id, Date.now());
    this.#schedule();
  }

  sessionSlid(id: string): void {
    this.#sessions.set(id, Date.now());
    this.#schedule();
  }

  /**
   * Uses that may not be in the database yet, by key id. Take it before reading the rows and keep the
   * later of both: what leaves this map is committed.
   */
  pendingKeys(): ReadonlyMap<string, number> {
    return new Map(this.#keys);
  }

  /** Writes what is pending; for the end of the process. */
  async close(): Promise<void> {
    this.#isClosed = true;
    if (this.#timer) clearTimeout(this.#timer);
    await this.#flush();
  }

  #schedule(): void {
    if (this.#timer || this.#isClosed) return;
    this.#timer = setTimeout(() => {
      this.#timer = null;
      void this.#flush();
    }, FLUSH_MS).unref();
  }

  async #flush(): Promise<void> {
    const keys = [...this.#keys].toSorted(byId);
    const sessions = [...this.#sessions].toSorted(byId);
    if (keys.length === 0 && sessions.length === 0) return;
    try {
      await this.#host.transact(async (tx) => {
        for (let at = 0; at < keys.length; at += CHUNK) await writeKeys(tx, keys.slice(at, at + CHUNK));
        for (const [id, now] of sessions) await writeSession(tx, id, now);
      });
      forget(this.#keys, keys);
      forget(this.#sessions, sessions);
    } catch (error) {
      this.#host.log.warn(error, "the last use of credentials could not be written yet");
    }
    if (this.#keys.size > 0 || this.#sessions.size > 0) this.#schedule();
  }
}

type Use = readonly [id: string, at: number];

/** One order for every process, so that two of them do not wait for each other. */
const byId = ([a]: Use, [b]: Use): number => (a < b ? -1 : 1);

function forget(pending: Map<string, number>, written: readonly Use[]): void {
  for (const [id, at] of written) if (pending.get(id) === at) pending.delete(id);
}

async function writeKeys(tx: Tx, uses: readonly Use[]): Promise<void> {
  await tx.run(
    `UPDATE api_keys SET lastUsedAt = CASE id ${uses.map(() => "WHEN ? THEN ?").join(" ")} ELSE lastUsedAt END
      WHERE id IN (${uses.map(() => "?").join(",")})`,
    [...uses.flat(), ...uses.map(([id]) => id)],
  );
}

async function writeSession(tx: Tx, id: string, now: number): Promise<void> {
  await tx.run("UPDATE sessions SET lastUsedAt = ?, expiresAt = ? WHERE id = ? AND expiresAt < ?", [
    now,
    now + SESSION_MS,
    id,
    now + SESSION_MS,
  ]);
}

const uses = new WeakMap<Database, CredentialUse>();

/** The one of a process: those who note a use and those who read it share it. */
export function credentialUseOf(host: Host): CredentialUse {
  let use = uses.get(host.database);
  if (!use) uses.set(host.database, (use = new CredentialUse(host)));
  return use;
}
