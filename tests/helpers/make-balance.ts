import { randomUUID } from "node:crypto";
import { openBalance } from "../../services/billing/index.js";
import type { TestStore } from "./open-test-store.js";

/** An account's opened balance, without the account; gives its id. */
export async function makeBalance(store: TestStore, welcomeCredits = 0): Promise<string> {
  const accountId = randomUUID();
  await store.transact((tx) => openBalance(tx, { accountId, welcomeCredits }));
  return accountId;
}
