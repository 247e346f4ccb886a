import { In } from "typeorm";
import { OauthRecord } from "../../../entities/oauth-record.js";
import { placeholders } from "../../../runtime/database/reader.js";
import type { Reader, Tx } from "../../../runtime/database/transaction.js";

/**
 * Returns a page of an account's grants, newest first, and the number of all. It reads the index
 * IX_oauth_records_account.
 */
export async function findGrantsOfAccount(
  read: Reader,
  { accountId, limit, offset }: { accountId: string; limit: number; offset: number },
): Promise<{ grants: OauthRecord[]; total: number }> {
  const where = { accountId, kind: "Grant" };
  const [grants, total] = await Promise.all([
    read.find(OauthRecord, where, { order: { createdAt: "DESC", id: "DESC" }, limit, offset }),
    read.count(OauthRecord, where),
  ]);
  return { grants, total };
}

/** Returns grants that were given while the account's address was unverified. */
export const findUnverifiedGrants = (read: Reader, accountId: string): Promise<OauthRecord[]> =>
  read.find(OauthRecord, { accountId, kind: "Grant", madeUnverified: true });

/** Returns when the newest access token of each grant was made, in milliseconds, by the id of the grant. It reads the index IX_oauth_records_grant. */
export async function findLastTokens(
  read: Reader,
  grantIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const rows = await read.query<{ grantId: string; createdAt: number }>(
    `SELECT grantId, MAX(createdAt) AS createdAt FROM oauth_records
      WHERE kind = 'AccessToken' AND grantId IN (${placeholders(grantIds)}) GROUP BY grantId`,
    [...grantIds],
  );
  return new Map(rows.map(({ grantId, createdAt }) => [grantId, Number(createdAt)]));
}

/** Returns registered clients. It reads the index IX_oauth_records_client. */
export const findClients = (read: Reader, clientIds: readonly string[]): Promise<OauthRecord[]> =>
  read.find(OauthRecord, { clientId: In([...clientIds]), kind: "Client" });

/**
 * Sets the budget of a grant and of its tokens, since a call reads only the token. The caller has locked the
 * grant.
 */
export async function setGrantBudget(
  tx: Tx,
  { grantId, budgetId }: { grantId: string; budgetId: string | null },
): Promise<void> {
  await tx.update(OauthRecord, { grantId }, { budgetId });
}

/** Deletes the codes and tokens of a grant. The caller has locked and deleted the grant. */
export async function deleteFamily(tx: Tx, grantId: string): Promise<void> {
  await tx.delete(OauthRecord, { grantId });
}

/**
 * Returns ids of the clients that end by a time, without the `most` of them that end last; the last to end
 * comes first.
 */
export async function findClientsBeyond(
  read: Reader,
  { until, most, limit }: { until: number; most: number; limit: number },
): Promise<string[]> {
  const rows = await read.query<{ id: string }>(
    `SELECT id FROM oauth_records WHERE kind = 'Client' AND expiresAt <= ?
        ORDER BY expiresAt DESC, id LIMIT ${limit} OFFSET ${most}`,
    [until],
  );
  return rows.map(({ id }) => id);
}

export type Idle = Pick<OauthRecord, "id" | "grantId">;

/** SQL conditions that find a record which keeps a grant or a client in use. */
const IN_USE = {
  Grant: "t.grantId = r.grantId AND t.kind IN ('AuthorizationCode', 'AccessToken', 'RefreshToken')",
  Client: "t.clientId = r.clientId AND t.kind <> 'Client'",
} as const;

/** Returns grants or clients that were made before a time and have no code or token any more. */
export const findIdle = (
  read: Reader,
  { kind, before, limit }: { kind: keyof typeof IN_USE; before: number; limit: number },
): Promise<Idle[]> =>
  read.query<Idle>(
    `SELECT r.id AS id, r.grantId AS grantId FROM oauth_records r WHERE r.kind = ? AND r.createdAt < ?
        AND NOT EXISTS (SELECT 1 FROM oauth_records t WHERE ${IN_USE[kind]}) LIMIT ${limit}`,
    [kind, before],
  );
