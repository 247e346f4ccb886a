/** Who calls, as the edge found it out; travels with every action as frozen metadata. */
export interface Auth {
  accountId: string;
  email: string;
  /** A key that never had scopes, or a session, has null: full access. */
  scopes: readonly string[] | null;
  /** `grant`: an access token of a connected app, which opens the agent endpoint only. */
  kind: "session" | "key" | "grant";
  /** Id of the session, key or token. */
  credentialId: string;
  /** Of a token: the grant that it belongs to, which outlives it. */
  grantId?: string | null;
  /** The budget that what it spends counts against; null or absent: the credential has no limit. */
  budgetId?: string | null;
  isOperator: boolean;
  isSuspended: boolean;
  isEmailVerified: boolean;
  /** What an operator switched off for the account. */
  features: { generation: boolean; transcription: boolean };
}

/** The key or the connected agent that a caller acts by; null for a session, which is the person. */
export interface Delegate {
  kind: "key" | "grant";
  id: string;
}

/** What work that goes on without its request is bound to: it ends with its key, or with its agent's grant. */
export function delegateOf({ kind, credentialId, grantId }: Auth): Delegate | null {
  return kind === "session"
    ? null
    : { kind, id: kind === "grant" ? (grantId ?? credentialId) : credentialId };
}
