import type { CredentialBudgetView } from "../../contracts/budgets.js";
import type { ApiKeyView } from "../../contracts/identity.js";
import type { ApiKey } from "../../entities/api-key.js";
import { presentLastUse } from "../../runtime/actions/last-uses.js";

interface Beside {
  /** Time of a use that may not be written yet, in ms since the epoch. */
  usedAt?: number | undefined;
  budgets: ReadonlyMap<string, CredentialBudgetView>;
}

/** Presents a key without its secret (rules/identity 19). */
export function presentApiKey(key: ApiKey, { usedAt = 0, budgets }: Beside): ApiKeyView {
  return {
    id: key.id,
    name: key.name,
    createdAt: new Date(key.createdAt).toISOString(),
    lastUsedAt: presentLastUse(key, usedAt),
    scopes: key.scopes === null ? null : [...key.scopes],
    budget: budgets.get(key.budgetId ?? "") ?? null,
  };
}
