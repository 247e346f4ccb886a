import { LessThan } from "typeorm";
import { Session } from "../../entities/session.js";
import type { Use } from "../../runtime/actions/last-uses.js";
import { deleteAll } from "../../runtime/database/delete-batch.js";
import type { Reader, Tx } from "../../runtime/database/transaction.js";
import type { Host } from "../../runtime/process/host.js";

/** Returns true when a session's row exists; that of an expired session exists until the sweep. */
export const isSessionThere = async (reader: Reader, id: string): Promise<boolean> =>
  (await reader.findOne(Session, { id })) !== null;

export const insertSession = (tx: Tx, session: Session): Promise<void> => tx.insert(Session, session);

/** Moves the ends of used sessions, with one statement for each; an end that is already later stays. */
export async function slideSessions(
  tx: Tx,
  { uses, lifeMs }: { uses: readonly Use[]; lifeMs: number },
): Promise<void> {
  for (const [id, at] of uses)
    await tx.run("UPDATE sessions SET lastUsedAt = ?, expiresAt = ? WHERE id = ? AND expiresAt < ?", [
      at,
      at + lifeMs,
      id,
      at + lifeMs,
    ]);
}

export async function deleteSession(tx: Tx, id: string): Promise<void> {
  await tx.delete(Session, { id });
}

export async function deleteSessionsOfAccount(tx: Tx, accountId: string): Promise<void> {
  await tx.delete(Session, { accountId });
}

/** Deletes expired sessions, batch by batch. */
export async function deleteExpiredSessions(
  host: Pick<Host, "read" | "transact">,
  { at, signal }: { at: number; signal: AbortSignal },
): Promise<void> {
  await deleteAll<Session>(host, signal, Session, { expiresAt: LessThan(at) });
}
