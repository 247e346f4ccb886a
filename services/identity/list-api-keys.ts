import type { ApiKeyView } from "../../contracts/identity.js";
import type { Host } from "../../runtime/process/host.js";
import { readKeyBudgets } from "../billing/index.js";
import { findKeysOfAccount } from "./api-key.repository.js";
import { credentialUseOf } from "./credential-use.js";
import { presentApiKey } from "./present-api-key.js";

/** Lists all of the account's keys, newest first (rules/identity 27). */
export async function listApiKeys(host: Host, accountId: string): Promise<{ apiKeys: ApiKeyView[] }> {
  const pending = credentialUseOf(host).keys.pending();
  const keys = await findKeysOfAccount(host.read, accountId);
  const budgets = await readKeyBudgets(
    host.read,
    keys.map(({ budgetId }) => budgetId),
  );
  return { apiKeys: keys.map((key) => presentApiKey(key, { usedAt: pending.get(key.id), budgets })) };
}
