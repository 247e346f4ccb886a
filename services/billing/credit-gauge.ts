import type { GaugeSource } from "../../runtime/process/gauges.js";
import type { Host } from "../../runtime/process/host.js";
import { sumBalances } from "./balance.repository.js";

const FRESH_MS = 60_000;

/**
 * Returns the gauge of the credits of all accounts together. It reads every balance, so it does that at most
 * once a minute.
 */
export function creditGauge({ staleRead }: Pick<Host, "staleRead">): GaugeSource {
  let readAt = -Infinity;
  let known: { held: number; purchased: number; spent: number } | null = null;
  return {
    name: "kiln_credits",
    help: "Credits of all accounts: purchased and not spent, held by work in hand, and spent of the running periods' grants. At most a minute old, and as far behind as a replica that is read.",
    labels: ["kind"],
    async read() {
      if (performance.now() - readAt > FRESH_MS) {
        readAt = performance.now();
        known = await sumBalances(staleRead);
      }
      return Object.entries(known ?? {}).map(([kind, value]) => ({ labels: { kind }, value }));
    },
  };
}
