import type { Host } from "../../runtime/process/host.js";
import { LastUses, type Use, writeLastUsed } from "../../runtime/actions/last-uses.js";
import { processWide } from "../../runtime/process/process-wide.js";
import type { Tx } from "../../runtime/database/transaction.js";
import { SESSION_MS } from "./session-life.js";

/** What requests leave on their credentials: a key's lastUsedAt, a session's new end. */
class CredentialUse {
  readonly #keys: LastUses;
  readonly #sessions: LastUses;

  constructor(host: Host) {
    this.#keys = new LastUses(host, "keys", (tx, uses) => writeLastUsed(tx, "api_keys", uses));
    this.#sessions = new LastUses(host, "sessions", slide);
  }

  keyUsed(id: string): void {
    this.#keys.note(id);
  }

  sessionSlid(id: string): void {
    this.#sessions.note(id);
  }

  /** As `LastUses.pending`, by key id. */
  pendingKeys(): ReadonlyMap<string, number> {
    return this.#keys.pending();
  }

  /** Writes what is pending; for the end of the process. */
  async close(): Promise<void> {
    await this.#keys.close();
    await this.#sessions.close();
  }
}

async function slide(tx: Tx, uses: readonly Use[]): Promise<void> {
  for (const [id, at] of uses)
    await tx.run("UPDATE sessions SET lastUsedAt = ?, expiresAt = ? WHERE id = ? AND expiresAt < ?", [
      at,
      at + SESSION_MS,
      id,
      at + SESSION_MS,
    ]);
}

/** The one of a process: those who note a use and those who read it share it. */
export const credentialUseOf = (host: Host): CredentialUse =>
  processWide(host.database, "identity.credential-use", () => new CredentialUse(host));
