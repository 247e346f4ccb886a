import type { Tx } from "../../runtime/database/transaction.js";
import { hashSecret, makeSessionSecret } from "./credential.repository.js";
import { insertSession } from "./session.repository.js";
import { SESSION_MS, SESSION_SECONDS } from "./session-life.js";

export interface NewSession {
  secret: string;
  maxAgeSeconds: number;
}

/** Makes a session for a browser; its secret becomes the cookie and is not stored. */
export async function openSession(tx: Tx, accountId: string): Promise<NewSession> {
  const secret = makeSessionSecret();
  const now = Date.now();
  await insertSession(tx, {
    id: hashSecret(secret),
    accountId,
    createdAt: now,
    lastUsedAt: now,
    expiresAt: now + SESSION_MS,
  });
  return { secret, maxAgeSeconds: SESSION_SECONDS };
}
