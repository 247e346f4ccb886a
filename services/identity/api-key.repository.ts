import { ApiKey } from "../../entities/api-key.js";
import { type Use, writeLastUsed } from "../../runtime/actions/last-uses.js";
import type { Reader, Tx } from "../../runtime/database/transaction.js";

/** Finds a key; null for an unknown key or one of another account. */
export const findKey = (
  reader: Reader,
  where: Pick<ApiKey, "id"> & Partial<Pick<ApiKey, "accountId">>,
): Promise<ApiKey | null> => reader.findOne(ApiKey, where);

/**
 * Reads and locks the row of an account's key until the transaction ends. A transaction locks the key before
 * its budget.
 */
export const lockKey = (
  tx: Tx,
  { id, accountId }: Pick<ApiKey, "id" | "accountId">,
): Promise<ApiKey | null> => tx.findOneForUpdate(ApiKey, { id, accountId });

/** Returns all keys of an account, newest first. */
export const findKeysOfAccount = (reader: Reader, accountId: string): Promise<ApiKey[]> =>
  reader.find(ApiKey, { accountId }, { order: { createdAt: "DESC", id: "DESC" } });

/** Returns the keys that were made while the account's address was unverified. */
export const findUnverifiedKeys = (reader: Reader, accountId: string): Promise<ApiKey[]> =>
  reader.find(ApiKey, { accountId, madeUnverified: true });

/** Counts an account's keys. The caller has locked the account's row, so that the number stays. */
export const countKeys = (tx: Tx, accountId: string): Promise<number> => tx.count(ApiKey, { accountId });

export const insertKey = (tx: Tx, key: ApiKey): Promise<void> => tx.insert(ApiKey, key);

/** Sets the budget that an account's key counts against. */
export async function setKeyBudget(
  tx: Tx,
  { id, accountId, budgetId }: Pick<ApiKey, "id" | "accountId" | "budgetId">,
): Promise<void> {
  await tx.update(ApiKey, { id, accountId }, { budgetId });
}

/** Deletes a key; returns true when there was one. */
export const deleteKey = async (
  tx: Tx,
  where: Pick<ApiKey, "id"> & Partial<Pick<ApiKey, "accountId">>,
): Promise<boolean> => (await tx.delete(ApiKey, where)) > 0;

export const setKeyUses = (tx: Tx, uses: readonly Use[]): Promise<void> =>
  writeLastUsed(tx, "api_keys", uses);
