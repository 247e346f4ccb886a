/** The caller as the edge identified it; it travels with every action as frozen metadata. */
export interface Auth {
  accountId: string;
  email: string;
  /** Granted scopes; null is full access, which a session has, and a key that never had scopes. */
  scopes: readonly string[] | null;
  /**
   * Kind of the credential; `grant` is an access token of a connected app, which opens the agent endpoint
   * only.
   */
  kind: "session" | "key" | "grant";
  /** Id of the session, key or token. */
  credentialId: string;
  /** Id of the grant that an access token belongs to; the grant outlives its tokens. */
  grantId?: string | null;
  /**
   * Id of the budget that the credential's spending counts against; null or absent: the credential has no
   * limit.
   */
  budgetId?: string | null;
  isOperator: boolean;
  isSuspended: boolean;
  isEmailVerified: boolean;
  /** Features of the account; false where an operator switched one off. */
  features: { generation: boolean; transcription: boolean };
}

/** The key or the connected agent that a caller acts by; null for a session, which is the person. */
export interface Delegate {
  kind: "key" | "grant";
  id: string;
}

/** Names the key or grant with which background work ends; null for work that a session began. */
export function delegateOf({ kind, credentialId, grantId }: Auth): Delegate | null {
  return kind === "session"
    ? null
    : { kind, id: kind === "grant" ? (grantId ?? credentialId) : credentialId };
}
