import { v7 } from "uuid";
import type { Account } from "../../entities/account.js";
import type { Tx } from "../../runtime/database/transaction.js";
import { openBalance } from "../billing/index.js";
import { makeDefaultProject } from "../projects/index.js";
import { lockUsage } from "../storage/index.js";
import { foldForSearch } from "../../contracts/search-text.js";
import { insertAccount } from "./account.repository.js";

export interface NewAccount {
  email: string;
  name: string | null;
  passwordHash: string;
  operator: boolean;
  emailVerified: boolean;
  /** True for the first account; the unique key refuses a second founder. */
  isFounder: boolean;
}

/** Credits of a new account, granted at once or when the address is verified (SIGNUP_CREDITS_NEED_EMAIL). */
export interface Welcome {
  credits: number;
  needEmail: boolean;
}

/**
 * Makes an account with its balance, the count of its bytes and its default project. Throws a unique
 * violation when the address is taken.
 */
export async function openAccount(tx: Tx, account: NewAccount, welcome: Welcome): Promise<Account> {
  const { isFounder, ...given } = account;
  const id = v7();
  const isWaiting = welcome.needEmail && !account.emailVerified && welcome.credits > 0;
  const row: Account = {
    ...given,
    id,
    image: null,
    suspended: false,
    features: {},
    founder: isFounder ? "founder" : null,
    searchText: foldForSearch(`${given.email}\n${given.name ?? ""}`),
    welcomeCredits: isWaiting ? welcome.credits : null,
    defaultProjectId: await makeDefaultProject(tx, id),
    createdAt: Date.now(),
  };
  await insertAccount(tx, row);
  await openBalance(tx, { accountId: id, welcomeCredits: isWaiting ? 0 : welcome.credits });
  await lockUsage(tx, id);
  return row;
}
