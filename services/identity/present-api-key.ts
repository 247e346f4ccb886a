import type { ApiKeyView } from "../../contracts/identity.js";
import type { ApiKey } from "../../entities/api-key.js";

/** spec: API key. `usedAt` is a use that may not be written yet. */
export function presentApiKey(key: ApiKey, usedAt = 0): ApiKeyView {
  const lastUsedAt = Math.max(key.lastUsedAt ?? 0, usedAt);
  return {
    id: key.id,
    name: key.name,
    createdAt: new Date(key.createdAt).toISOString(),
    lastUsedAt: lastUsedAt === 0 ? null : new Date(lastUsedAt).toISOString(),
    scopes: key.scopes === null ? null : [...key.scopes],
  };
}
