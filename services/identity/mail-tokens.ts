import { invalidParams } from "../../contracts/errors.js";
import type { EmailToken } from "../../entities/email-token.js";
import type { Reader, Tx } from "../../runtime/database/transaction.js";
import { deleteMailTokens, findMailToken, insertMailToken, lockMailToken } from "./mail-token.repository.js";
import { hashSecret, makeMailSecret } from "./credential.repository.js";

const HOUR_MS = 3600 * 1000;
export type Purpose = EmailToken["purpose"];

const LIFE_MS: Readonly<Record<Purpose, number>> = { verify: 72 * HOUR_MS, reset: HOUR_MS };

/** Makes a single-use token and returns its secret, which goes into a mail. */
export async function issueMailToken(tx: Tx, accountId: string, purpose: Purpose): Promise<string> {
  const secret = makeMailSecret();
  await insertMailToken(tx, {
    id: hashSecret(secret),
    accountId,
    purpose,
    expiresAt: Date.now() + LIFE_MS[purpose],
  });
  return secret;
}

/** Returns true when the secret would be accepted now, so that no hash is computed for one that would not. */
export async function isGoodMailToken(reader: Reader, secret: string, purpose: Purpose): Promise<boolean> {
  const token = await findMailToken(reader, { id: hashSecret(secret), purpose });
  return token !== null && token.expiresAt > Date.now();
}

/**
 * Consumes a token together with the account's other tokens of the purpose, and returns the account's id.
 * Throws `invalid_params` for a wrong, used or expired token.
 */
export async function takeMailToken(tx: Tx, secret: string, purpose: Purpose): Promise<string> {
  const token = await lockMailToken(tx, { id: hashSecret(secret), purpose });
  if (token === null || token.expiresAt <= Date.now()) throw badMailToken();
  await deleteMailTokens(tx, { accountId: token.accountId, purpose });
  return token.accountId;
}

export const badMailToken = () =>
  invalidParams("token is wrong, was used already or has expired. Ask for a new mail.");
