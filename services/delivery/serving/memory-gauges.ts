import type { GaugeSource } from "../../../runtime/process/gauges.js";
import type { ContentCache } from "./content-cache.js";

/**
 * Returns the gauges of the memory that each cache of delivery takes in this process and may take
 * (DELIVERY_MEMORY_MB).
 */
export const memoryGauges = (cache: ContentCache): GaugeSource[] => [
  {
    name: "kiln_delivery_memory_bytes",
    help: "About what the caches of delivery take in this process.",
    labels: ["cache"],
    read: () => cache.memory().map((each) => ({ labels: { cache: each.cache }, value: each.bytes })),
  },
  {
    name: "kiln_delivery_memory_budget_bytes",
    help: "What they may take.",
    labels: ["cache"],
    read: () => cache.memory().map((each) => ({ labels: { cache: each.cache }, value: each.budget })),
  },
];
