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
  /** The budget that what it spends counts against; null or absent: the credential has no limit. */
  budgetId?: string | null;
  isOperator: boolean;
  isSuspended: boolean;
  isEmailVerified: boolean;
  /** What an operator switched off for the account. */
  features: { generation: boolean; transcription: boolean };
}
