import type { Host } from "../../runtime/process/host.js";
import { LastUses } from "../../runtime/actions/last-uses.js";
import { processWide } from "../../runtime/process/process-wide.js";
import { setKeyUses } from "./api-key.repository.js";
import { slideSessions } from "./session.repository.js";
import { SESSION_MS } from "./session-life.js";

/** Collects the uses of credentials by requests: the lastUsedAt of keys and the new ends of sessions. */
class CredentialUse {
  readonly keys: LastUses;
  readonly sessions: LastUses;

  constructor(host: Pick<Host, "transact" | "log">) {
    this.keys = new LastUses(host, "keys", setKeyUses);
    this.sessions = new LastUses(host, "sessions", (tx, uses) =>
      slideSessions(tx, { uses, lifeMs: SESSION_MS }),
    );
  }

  /** Writes the pending uses, when the process ends. */
  async close(): Promise<void> {
    await this.keys.close();
    await this.sessions.close();
  }
}

/** Returns the process's one collector, shared by the code that notes uses and the code that reads them. */
export const credentialUseOf = (host: Pick<Host, "database" | "transact" | "log">): CredentialUse =>
  processWide(host.database, "identity.credential-use", () => new CredentialUse(host));
