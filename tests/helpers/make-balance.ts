import { randomUUID } from "node:crypto";
import { openBalance } from "../../services/billing/index.js";
import type { TestStore } from "./open-test-store.js";

/** Opens a balance for an account that does not exist. Returns the account's id. */
export async function makeBalance(store: TestStore, welcomeCredits = 0): Promise<string> {
  const accountId = randomUUID();
  await store.transact((tx) => openBalance(tx, { accountId, welcomeCredits }));
  return accountId;
}
