import type { Database } from "../../../runtime/database.js";
import type { Host } from "../../../runtime/host.js";
import { LastUses, writeLastUsed } from "../../../runtime/last-uses.js";

const uses = new WeakMap<Database, LastUses>();

/** When tokens were used last; the one of a process: those who note a use and those who read it share it. */
export function tokenUseOf(host: Host): LastUses {
  const known =
    uses.get(host.database) ??
    new LastUses(host, "delivery tokens", (tx, used) => writeLastUsed(tx, "delivery_tokens", used));
  uses.set(host.database, known);
  return known;
}
