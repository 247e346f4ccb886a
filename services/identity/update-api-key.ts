import type { CredentialLimits } from "../../contracts/budgets.js";
import { notFound } from "../../contracts/errors.js";
import type { ApiKeyView } from "../../contracts/identity.js";
import type { Host } from "../../runtime/process/host.js";
import * as billing from "../billing/index.js";
import { findKey, lockKey, setKeyBudget } from "./api-key.repository.js";
import { credentialUseOf } from "./credential-use.js";
import { limitCredential } from "./limit-credential.js";
import { presentApiKey } from "./present-api-key.js";

/** Sets or removes the limits of a key. Throws `not_found` for a key that is not the caller's. */
export async function updateApiKey(
  host: Host,
  accountId: string,
  { id, budget }: { id: string; budget: CredentialLimits | null },
): Promise<{ apiKey: ApiKeyView }> {
  const key = await host.transact(async (tx) => {
    // The key is locked before its budget, in the same order as when it ends.
    if ((await lockKey(tx, { id, accountId })) === null) throw notFound("There is no such API key.");
    const isLimited = await limitCredential(tx, { id, accountId, subject: "key" }, budget);
    const budgetId = isLimited ? id : null;
    await setKeyBudget(tx, { id, accountId, budgetId });
    const row = await findKey(tx, { id, accountId });
    if (row === null) throw notFound("There is no such API key.");
    return row;
  });
  const budgets = await billing.readKeyBudgets(host.read, [key.budgetId]);
  const usedAt = credentialUseOf(host).keys.pending().get(id);
  return { apiKey: presentApiKey(key, { usedAt, budgets }) };
}
