import type { Entry } from "./queries.js";

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
