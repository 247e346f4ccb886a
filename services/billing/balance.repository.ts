import { In } from "typeorm";
import { Balance } from "../../entities/balance.js";
import { notFound } from "../../contracts/errors.js";
import type { Reader, Tx } from "../../runtime/database/transaction.js";

/** Locks the account's balance until the transaction ends: everything about its credits queues here. */
export async function lockBalance(tx: Tx, accountId: string): Promise<Balance> {
  const balance = await tx.findOneForUpdate(Balance, { id: accountId });
  if (balance === null) throw notFound("There is no balance for this account.");
  return balance;
}

/** Writes columns of a balance that this transaction has locked, with its next statement. */
export async function saveBalance(
  tx: Tx,
  accountId: string,
  changes: Partial<Omit<Balance, "id">>,
): Promise<void> {
  await tx.withNext(tx.updateOf(Balance, accountId, changes));
}

/** Throws `not_found` for an account that was never opened. */
export async function readBalance(reader: Reader, accountId: string): Promise<Balance> {
  const balance = await reader.findOne(Balance, { id: accountId });
  if (balance === null) throw notFound("There is no balance for this account.");
  return balance;
}

/** By account; accounts without a balance are left out. */
export async function readBalances(
  reader: Reader,
  accountIds: readonly string[],
): Promise<Map<string, Balance>> {
  if (accountIds.length === 0) return new Map();
  const balances = await reader.find(Balance, { id: In([...new Set(accountIds)]) });
  return new Map(balances.map((balance) => [balance.id, balance]));
}
