import type { TokenMode } from "../../../contracts/delivery-tokens.js";
import { DeliveryToken } from "../../../entities/delivery-token.js";
import { deleteBatch } from "../../../runtime/database/delete-batch.js";
import type { Host } from "../../../runtime/process/host.js";
import { writeLastUsed } from "../../../runtime/actions/last-uses.js";
import { padKeys, placeholders } from "../../../runtime/database/reader.js";
import type { Reader, Tx } from "../../../runtime/database/transaction.js";

/** A valid token, with the facts of its project that a delivery request needs, from the same read. */
export interface TokenSeen {
  tokenId: string;
  mode: TokenMode;
  project: { id: string; ownerId: string; isDefault: boolean };
  /** The revisions of the newest change of the project's content, and of its published content. */
  revision: number;
  publishedRevision: number;
  /**
   * The seconds since the other fields were read, while the database is away and the operator allows stale
   * answers (STALE_SECONDS). Absent when they were read after the request came.
   */
  age?: number;
}

interface Row {
  hash: string;
  tokenId: string;
  mode: TokenMode;
  projectId: string;
  ownerId: string;
  isDefault: number;
  revision: number | null;
  publishedRevision: number | null;
}

/**
 * Reads the tokens of projects that are not deleted by the SHA-256 of their secrets, in one statement with
 * the revisions of the content.
 */
export async function readTokens(read: Reader, hashes: readonly string[]): Promise<Map<string, TokenSeen>> {
  const keys = padKeys(hashes);
  const rows = await read.prepared<Row>(
    `SELECT t.hash AS hash, t.id AS tokenId, t.mode AS mode, p.id AS projectId, p.ownerId AS ownerId,
        p.isDefault AS isDefault, h.revision AS revision, h.publishedRevision AS publishedRevision
      FROM delivery_tokens t JOIN projects p ON p.id = t.projectId LEFT JOIN content_heads h ON h.id = t.projectId
      WHERE t.hash IN (${placeholders(keys)}) AND p.deletedAt IS NULL`,
    keys,
  );
  return new Map(
    rows.map((row) => [
      row.hash,
      {
        tokenId: row.tokenId,
        mode: row.mode,
        project: { id: row.projectId, ownerId: row.ownerId, isDefault: Number(row.isDefault) === 1 },
        revision: Number(row.revision ?? 0),
        publishedRevision: Number(row.publishedRevision ?? 0),
      },
    ]),
  );
}

export const findToken = (read: Reader, id: string): Promise<DeliveryToken | null> =>
  read.findOne(DeliveryToken, { id });

/** Returns a page of a project's tokens, newest first, and the number of all of them. */
export async function findTokens(
  read: Reader,
  projectId: string,
  page: { limit: number; offset: number },
): Promise<{ tokens: DeliveryToken[]; total: number }> {
  const [tokens, total] = await Promise.all([
    read.find(DeliveryToken, { projectId }, { order: { createdAt: "DESC", id: "DESC" }, ...page }),
    read.count(DeliveryToken, { projectId }),
  ]);
  return { tokens, total };
}

export const countTokens = (tx: Tx, projectId: string): Promise<number> =>
  tx.count(DeliveryToken, { projectId });

export const insertToken = (tx: Tx, token: DeliveryToken): Promise<void> => tx.insert(DeliveryToken, token);

/** Deletes a token and returns whether it existed. */
export const deleteToken = async (tx: Tx, id: string): Promise<boolean> =>
  (await tx.delete(DeliveryToken, { id })) > 0;

/** Deletes one batch of the area's rows of a deleted project, without events. The call may be repeated. */
export const deleteTokensOfProject = async (
  host: Pick<Host, "read" | "transact">,
  projectId: string,
): Promise<{ isDone: boolean }> => ({
  isDone: await deleteBatch<DeliveryToken>(host, DeliveryToken, { projectId }),
});

export const setTokenUses = (tx: Tx, used: Parameters<typeof writeLastUsed>[2]): Promise<void> =>
  writeLastUsed(tx, "delivery_tokens", used);
