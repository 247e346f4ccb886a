import type { BillingUsageResult } from "../../sdk/generated/types.js";

type Entry = BillingUsageResult["entries"][number];

const NAMES: Readonly<Record<Entry["kind"], string>> = {
  monthly_grant: "Monthly credits",
  topup: "Top-up",
  generation: "Generation",
  transcription: "Transcription",
  agent_usage: "Agent",
  storage: "Storage",
  plugin_purchase: "Plugin",
  plugin_payout: "Payout",
  adjustment: "Adjustment",
};

/** What a kind of entry is called; undefined for what is none. */
export const kindName = (kind: string): string | undefined => NAMES[kind as Entry["kind"]];

type Named = Pick<Entry, "kind" | "deltaCredits" | "note" | "actorEmail">;

/**
 * What an entry is, and what else is known of it. An adjustment is called after its reason, for the service gives one
 * ("Welcome credits", "Refund"); an operator's own words stand below who wrote them.
 */
export function entryWords({ kind, deltaCredits, note, actorEmail }: Named): {
  name: string;
  more: string | null;
} {
  const name = kindName(kind) ?? kind;
  if (kind !== "adjustment") return { name, more: note };
  if (actorEmail !== null)
    return { name: deltaCredits < 0 ? "Taken back by an operator" : "Given by an operator", more: note };
  return { name: note?.trim() ? note : name, more: null };
}
