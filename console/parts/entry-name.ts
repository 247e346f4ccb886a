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

/** Returns the name of a kind of ledger entry; undefined for an unknown kind. */
export const kindName = (kind: string): string | undefined => NAMES[kind as Entry["kind"]];

type Named = Pick<Entry, "kind" | "deltaCredits" | "note" | "actorEmail">;

/**
 * Returns the name of a ledger entry and further words about it. An adjustment is named by its note, because
 * the service writes a reason there ("Welcome credits", "Refund"); the note of an operator stands below the
 * operator's name.
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
