/** Codes of errors that block an account (rules/mcp 6). */
export const BLOCKED_CODES = [
  "insufficient_credits",
  "owner_insufficient_credits",
  "plan_required",
  "email_unverified",
  "owner_email_unverified",
  "account_suspended",
  "owner_account_suspended",
  "storage_limit",
] as const;
export type BlockedCode = (typeof BLOCKED_CODES)[number];

export const isBlocked = (code: string): code is BlockedCode =>
  (BLOCKED_CODES as readonly string[]).includes(code);

export interface Guide {
  /** Names of the tools that the credential's scopes open; the sentence names no other tool. */
  offered: ReadonlySet<string>;
  /** False with BILLING=off, where the sentence does not mention paying. */
  canBuy: boolean;
  /** False when the project's owner pays. */
  paysSelf: boolean;
  /** Base of the addresses of the pages that a person uses. */
  baseUrl: string;
  /** True for `storage_limit` when documents take the room, and not files. */
  isContent?: boolean;
  /** False when the tool has no `projectId`, so that the sentence cannot propose to leave it out. */
  takesProject?: boolean;
}

/** Writes one sentence for the agent about how to clear the obstacle with the means of this credential. */
export function nextStep(code: BlockedCode, guide: Guide): string {
  switch (code) {
    case "insufficient_credits":
      return guide.canBuy
        ? `${buying(guide, "credits by a top-up or a plan")}, or choose a cheaper model or cheaper parameters${pricesFrom(guide)}.`
        : `Ask the person to get credits from the operator of this service, or choose a cheaper model or cheaper parameters${pricesFrom(guide)}.`;
    case "owner_insufficient_credits":
      return `Ask the project's owner to ${guide.canBuy ? "add credits" : "get credits from the operator of this service"}${withoutProject(guide, "to use the account's own credits")}.`;
    case "plan_required":
      return planStep(guide);
    case "email_unverified":
      return `Ask the person to confirm their e-mail address with the link that was mailed to them (signed in at ${guide.baseUrl}/verify-email they can have it sent again), then repeat the call.`;
    case "owner_email_unverified":
      return `Ask the project's owner to confirm their e-mail address${withoutProject(guide, "to work on the account's own")}.`;
    case "account_suspended":
      return "Do not retry: tell the person to contact the support of this service; what exists can still be read.";
    case "owner_account_suspended":
      return `Do not retry in this project: its owner has to contact the support of this service${guide.takesProject === false ? "" : "; without projectId the account's own work goes on"}.`;
    case "storage_limit":
      if (guide.isContent === true)
        return "Ask the person, or the owner of the project, which documents are no longer needed, have them deleted, then repeat the call.";
      return `Ask the person to delete files that are no longer needed at ${guide.baseUrl}/library${guide.canBuy ? `, or to take a larger plan${linkFrom(guide, "create_subscription_checkout")}` : ""}, then repeat the call.`;
  }
}

const withoutProject = ({ takesProject }: Guide, purpose: string): string =>
  takesProject === false ? "" : `, or leave projectId out ${purpose}`;

function planStep(guide: Guide): string {
  const other = `choose a model with "paidOnly": false${guide.offered.has("list_models") ? " from list_models" : ""}`;
  if (!guide.canBuy) return `${other.charAt(0).toUpperCase()}${other.slice(1)}.`;
  if (!guide.paysSelf)
    return `Ask the project's owner to make any purchase, which opens every model, or ${other}.`;
  return `${buying(guide, "any purchase, which opens every model")}, or ${other}.`;
}

/** Names the payment-link tools that the scopes open; without any, the page on which the person buys. */
function buying(guide: Guide, what: string): string {
  const tools = ["create_topup_checkout", "create_subscription_checkout"].filter((name) =>
    guide.offered.has(name),
  );
  return tools.length > 0
    ? `Make a payment link with ${tools.join(" or ")} and give it to the person for ${what}`
    : `Ask the person to sign in at ${guide.baseUrl}/billing for ${what}`;
}

const linkFrom = (guide: Guide, tool: string): string =>
  guide.offered.has(tool) ? ` with a link from ${tool}` : "";

const pricesFrom = (guide: Guide): string =>
  guide.offered.has("list_models") ? " (list_models has the prices)" : "";
