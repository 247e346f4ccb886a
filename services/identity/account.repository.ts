import { In, Raw } from "typeorm";
import { notFound } from "../../contracts/errors.js";
import { Account } from "../../entities/account.js";
import type { Reader, Tx } from "../../runtime/database/transaction.js";

export const findAccount = (reader: Reader, id: string): Promise<Account | null> =>
  reader.findOne(Account, { id });

/** Finds an account by its normalised address; null when no account has it. */
export const findByEmail = (reader: Reader, email: string): Promise<Account | null> =>
  reader.findOne(Account, { email });

export const findAccounts = (reader: Reader, ids: readonly string[]): Promise<Account[]> =>
  ids.length === 0 ? Promise.resolve([]) : reader.find(Account, { id: In([...new Set(ids)]) });

/** Returns an account by its id; throws `not_found` for an unknown id. */
export async function requireAccount(reader: Reader, id: string): Promise<Account> {
  const account = await findAccount(reader, id);
  if (account === null) throw notFound("There is no such account.");
  return account;
}

/**
 * Returns a page of the accounts whose folded text or id contains `wanted` ("" matches all), newest first,
 * and the number of all matches. It reads every account, so its reader is `staleRead`.
 */
export async function searchAccounts(
  staleRead: Reader,
  { wanted, limit, offset }: { wanted: string; limit: number; offset: number },
): Promise<{ accounts: Account[]; total: number }> {
  const holds = () => Raw((column) => `INSTR(${column}, :wanted) > 0`, { wanted });
  const isOfId = /^[0-9a-f-]+$/.test(wanted);
  const where = wanted === "" ? {} : [{ searchText: holds() }, ...(isOfId ? [{ id: holds() }] : [])];
  const [accounts, total] = await Promise.all([
    staleRead.find(Account, where, { order: { createdAt: "DESC", id: "DESC" }, limit, offset }),
    staleRead.count(Account, where),
  ]);
  return { accounts, total };
}

/** Returns true when there is no account yet. */
export const hasNoAccounts = async (tx: Tx): Promise<boolean> =>
  (await tx.query("SELECT id FROM accounts LIMIT 1")).length === 0;

/**
 * Reads and locks an account's row until the transaction ends. The row is the lock of the account's keys and
 * of its password.
 */
export const lockAccount = (tx: Tx, id: string): Promise<Account | null> =>
  tx.findOneForUpdate(Account, { id });

/**
 * Locks the rows of all operators, in the order of their ids, so that of two operators who demote each other
 * at the same time only one succeeds.
 */
export async function lockOperators(tx: Tx): Promise<void> {
  if (tx.database.dialect !== "sqlite")
    await tx.query("SELECT id FROM accounts WHERE operator = 1 ORDER BY id FOR UPDATE");
}

/** Counts the operators that are not suspended. */
export const countActingOperators = (tx: Tx): Promise<number> =>
  tx.count(Account, { operator: true, suspended: false });

/** Inserts an account. Throws a unique violation for an address that is taken, and for a second founder. */
export const insertAccount = (tx: Tx, account: Account): Promise<void> => tx.insert(Account, account);

export async function changeAccount(
  tx: Tx,
  { id, ...change }: Pick<Account, "id"> & Partial<Account>,
): Promise<void> {
  await tx.update(Account, { id }, change);
}
