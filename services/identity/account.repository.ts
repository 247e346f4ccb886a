import { In } from "typeorm";
import { notFound } from "../../contracts/errors.js";
import { Account } from "../../entities/account.js";
import type { Reader } from "../../runtime/database/transaction.js";

/** By the normalised address; null when nobody has it. */
export const findByEmail = (reader: Reader, email: string): Promise<Account | null> =>
  reader.findOne(Account, { email });

export const findAccounts = (reader: Reader, ids: readonly string[]): Promise<Account[]> =>
  ids.length === 0 ? Promise.resolve([]) : reader.find(Account, { id: In([...new Set(ids)]) });

/** Throws `not_found` for an unknown id. */
export async function requireAccount(reader: Reader, id: string): Promise<Account> {
  const account = await reader.findOne(Account, { id });
  if (account === null) throw notFound("There is no such account.");
  return account;
}
