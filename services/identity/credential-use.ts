import type { Host } from "../../runtime/process/host.js";
import { LastUses } from "../../runtime/actions/last-uses.js";
import { processWide } from "../../runtime/process/process-wide.js";
import { writeKeyUses } from "./api-key.repository.js";
import { slideSessions } from "./session.repository.js";
import { SESSION_MS } from "./session-life.js";

/** What requests leave on their credentials: a key's lastUsedAt, a session's new end. */
class CredentialUse {
  readonly keys: LastUses;
  readonly sessions: LastUses;

  constructor(host: Host) {
    this.keys = new LastUses(host, "keys", writeKeyUses);
    this.sessions = new LastUses(host, "sessions", (tx, uses) =>
      slideSessions(tx, { uses, lifeMs: SESSION_MS }),
    );
  }

  /** Writes what is pending; for the end of the process. */
  async close(): Promise<void> {
    await this.keys.close();
    await this.sessions.close();
  }
}

/** The one of a process: those who note a use and those who read it share it. */
export const credentialUseOf = (host: Host): CredentialUse =>
  processWide(host.database, "identity.credential-use", () => new CredentialUse(host));
