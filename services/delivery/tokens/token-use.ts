import type { Host } from "../../../runtime/host.js";
import { LastUses, writeLastUsed } from "../../../runtime/last-uses.js";
import { processWide } from "../../../runtime/process-wide.js";

/** When tokens were used last; the one of a process: those who note a use and those who read it share it. */
export const tokenUseOf = (host: Host): LastUses =>
  processWide(
    host.database,
    "delivery.token-use",
    () => new LastUses(host, "delivery tokens", (tx, used) => writeLastUsed(tx, "delivery_tokens", used)),
  );
