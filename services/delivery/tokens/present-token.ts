import type { DeliveryTokenView } from "../../../contracts/delivery-tokens.js";
import type { DeliveryToken } from "../../../entities/delivery-token.js";

/** decisions 10. `usedAt` is a use that may not be written yet. */
export function presentToken(token: DeliveryToken, usedAt = 0): DeliveryTokenView {
  const lastUsedAt = Math.max(token.lastUsedAt ?? 0, usedAt);
  return {
    id: token.id,
    projectId: token.projectId,
    name: token.name,
    mode: token.mode,
    createdAt: new Date(token.createdAt).toISOString(),
    lastUsedAt: lastUsedAt === 0 ? null : new Date(lastUsedAt).toISOString(),
  };
}
