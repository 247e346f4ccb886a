import { In, LessThan } from "typeorm";
import { OauthRecord } from "../../../entities/oauth-record.js";
import { deleteAll } from "../../../runtime/database/delete-batch.js";
import type { Reader, Tx } from "../../../runtime/database/transaction.js";
import type { Host } from "../../../runtime/process/host.js";
import { hashSecret } from "../credential.repository.js";

/** Returns the key of a record: a hash, so that the name itself, such as a token, is not stored. */
export const recordId = (kind: string, id: string): string => hashSecret(`${kind}\n${id}`);

/** The most characters of the column `clientId`. */
const LONGEST_CLIENT = 64;

/**
 * Returns a client's id as the column `clientId` has it. The address of a client's metadata document may be
 * longer than the column: its SHA-256 is there then, and the id itself in the payload of each record. On SQLite,
 * rows of a release before have the long id itself. Only registered clients, whose ids are short, are found by
 * this column (rules/identity 56).
 */
export const clientKey = (clientId: string): string =>
  clientId.length > LONGEST_CLIENT ? hashSecret(clientId) : clientId;

/** Finds a record by its key; null for an unknown record or one of another account. */
export const findRecord = (
  read: Reader,
  where: { id: string; accountId?: string },
): Promise<OauthRecord | null> => read.findOne(OauthRecord, where);

/** Finds a record by the uid of a sign-in. It reads the index IX_oauth_records_uid. */
export const findByUid = (
  read: Reader,
  { kind, uid }: { kind: string; uid: string },
): Promise<OauthRecord | null> => read.findOne(OauthRecord, { kind, uid });

/** Reads and locks a record until the transaction ends. A grant's row is the lock of its family. */
export const lockRecord = (tx: Tx, where: { id: string; accountId?: string }): Promise<OauthRecord | null> =>
  tx.findOneForUpdate(OauthRecord, where);

export const insertRecord = (tx: Tx, record: OauthRecord): Promise<void> => tx.insert(OauthRecord, record);

/** Changes a record; returns true when there was one. */
export const changeRecord = async (
  tx: Tx,
  { id, ...change }: Pick<OauthRecord, "id"> & Partial<OauthRecord>,
): Promise<boolean> => (await tx.update(OauthRecord, { id }, change)) > 0;

/** Marks a code or token as used; returns true when it was unused before. */
export const consumeRecord = async (tx: Tx, { id, at }: { id: string; at: number }): Promise<boolean> =>
  (await tx.run("UPDATE oauth_records SET consumedAt = ? WHERE id = ? AND consumedAt IS NULL", [at, id])) ===
  1;

export async function deleteRecords(tx: Tx, ids: readonly string[]): Promise<void> {
  await tx.delete(OauthRecord, { id: In([...ids]) });
}

export async function deleteRecord(tx: Tx, id: string): Promise<void> {
  await tx.delete(OauthRecord, { id });
}

/** Deletes expired records, batch by batch. */
export async function deleteExpiredRecords(
  host: Pick<Host, "read" | "transact">,
  { at, signal }: { at: number; signal: AbortSignal },
): Promise<void> {
  await deleteAll<OauthRecord>(host, signal, OauthRecord, { expiresAt: LessThan(at) });
}
