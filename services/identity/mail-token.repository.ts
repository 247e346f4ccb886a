import { LessThan } from "typeorm";
import { EmailToken } from "../../entities/email-token.js";
import { deleteAll } from "../../runtime/database/delete-batch.js";
import type { Reader, Tx } from "../../runtime/database/transaction.js";
import type { Host } from "../../runtime/process/host.js";

type Named = Pick<EmailToken, "id" | "purpose">;

/** Finds a token by the SHA-256 of its secret, also an expired one. */
export const findMailToken = (reader: Reader, { id, purpose }: Named): Promise<EmailToken | null> =>
  reader.findOne(EmailToken, { id, purpose });

/**
 * Reads and locks a token until the transaction ends: of two requests that use it at once, one comes too
 * late.
 */
export const lockMailToken = (tx: Tx, { id, purpose }: Named): Promise<EmailToken | null> =>
  tx.findOneForUpdate(EmailToken, { id, purpose });

export const insertMailToken = (tx: Tx, token: EmailToken): Promise<void> => tx.insert(EmailToken, token);

/** Deletes all tokens of an account for a purpose. */
export async function deleteMailTokens(
  tx: Tx,
  { accountId, purpose }: Pick<EmailToken, "accountId" | "purpose">,
): Promise<void> {
  await tx.delete(EmailToken, { accountId, purpose });
}

/** Deletes expired tokens, batch by batch. */
export async function deleteExpiredMailTokens(
  host: Pick<Host, "read" | "transact">,
  { at, signal }: { at: number; signal: AbortSignal },
): Promise<void> {
  await deleteAll<EmailToken>(host, signal, EmailToken, { expiresAt: LessThan(at) });
}
