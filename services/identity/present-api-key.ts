import type { ApiKeyView } from "../../contracts/identity.js";
import type { ApiKey } from "../../entities/api-key.js";
import { presentLastUse } from "../../runtime/last-uses.js";

/** spec: API key. `usedAt` is a use that may not be written yet. */
export function presentApiKey(key: ApiKey, usedAt = 0): ApiKeyView {
  return {
    id: key.id,
    name: key.name,
    createdAt: new Date(key.createdAt).toISOString(),
    lastUsedAt: presentLastUse(key, usedAt),
    scopes: key.scopes === null ? null : [...key.scopes],
  };
}
