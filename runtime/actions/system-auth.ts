import type { Auth } from "../../contracts/auth.js";

/**
 * The credentials of the operator at the machine itself: whoever can open the data folder or the database may
 * do everything.
 */
export const SYSTEM_AUTH: Auth = Object.freeze({
  accountId: "system",
  email: "system",
  scopes: null,
  kind: "session",
  credentialId: "system",
  isOperator: true,
  isSuspended: false,
  isEmailVerified: true,
  features: { generation: true, transcription: true },
});
