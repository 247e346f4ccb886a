import { ApiKey } from "../../entities/api-key.js";
import { type Use, writeLastUsed } from "../../runtime/actions/last-uses.js";
import type { Reader, Tx } from "../../runtime/database/transaction.js";

/** A key, or null where it is none, or another account's. */
export const findKey = (
  reader: Reader,
  where: Pick<ApiKey, "id"> & Partial<Pick<ApiKey, "accountId">>,
): Promise<ApiKey | null> => reader.findOne(ApiKey, where);

/** The row of an account's key, kept until the transaction ends. It is locked before its budget. */
export const lockKey = (
  tx: Tx,
  { id, accountId }: Pick<ApiKey, "id" | "accountId">,
): Promise<ApiKey | null> => tx.findOneForUpdate(ApiKey, { id, accountId });

/** All keys of an account, the newest first. */
export const findKeysOfAccount = (reader: Reader, accountId: string): Promise<ApiKey[]> =>
  reader.find(ApiKey, { accountId }, { order: { createdAt: "DESC", id: "DESC" } });

/** Keys that were made while the account's address was not verified. */
export const findUnverifiedKeys = (reader: Reader, accountId: string): Promise<ApiKey[]> =>
  reader.find(ApiKey, { accountId, madeUnverified: true });

/** How many keys an account has; the caller has locked the account's row, so that the number stays. */
export const countKeys = (tx: Tx, accountId: string): Promise<number> => tx.count(ApiKey, { accountId });

export const insertKey = (tx: Tx, key: ApiKey): Promise<void> => tx.insert(ApiKey, key);

/** Sets the budget that an account's key counts against. */
export async function setKeyBudget(
  tx: Tx,
  { id, accountId, budgetId }: Pick<ApiKey, "id" | "accountId" | "budgetId">,
): Promise<void> {
  await tx.update(ApiKey, { id, accountId }, { budgetId });
}

/** Gives whether there was such a key. */
export const deleteKey = async (
  tx: Tx,
  where: Pick<ApiKey, "id"> & Partial<Pick<ApiKey, "accountId">>,
): Promise<boolean> => (await tx.delete(ApiKey, where)) > 0;

export const writeKeyUses = (tx: Tx, uses: readonly Use[]): Promise<void> =>
  writeLastUsed(tx, "api_keys", uses);
