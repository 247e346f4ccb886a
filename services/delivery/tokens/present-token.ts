import type { DeliveryTokenView } from "../../../contracts/delivery-tokens.js";
import type { DeliveryToken } from "../../../entities/delivery-token.js";
import { presentLastUse } from "../../../runtime/actions/last-uses.js";

/**
 * Returns a token for its owner, without its secret (rules/delivery 3). `usedAt` is a use that may not be
 * written yet.
 */
export function presentToken(token: DeliveryToken, usedAt = 0): DeliveryTokenView {
  return {
    id: token.id,
    projectId: token.projectId,
    name: token.name,
    mode: token.mode,
    createdAt: new Date(token.createdAt).toISOString(),
    lastUsedAt: presentLastUse(token, usedAt),
  };
}
