import { ServiceError } from "../../contracts/errors.js";
import { foreignOrigin, isOwnOrigin } from "../../runtime/http/own-origin.js";
import type { Asked } from "./call-contract.js";

/**
 * Refuses a request with a cookie that changes state when a foreign page made it (rules/identity 16). The
 * address that the browser called is Kiln's own too, because the cookie would not have come along otherwise.
 */
export function refuseForeignOrigin({ method, headers, called }: Asked, baseUrl: string): void {
  if (method === "GET" || method === "HEAD") return;
  const { origin } = headers;
  if (!isOwnOrigin({ origin, called }, baseUrl))
    throw new ServiceError("forbidden", foreignOrigin(origin, baseUrl));
}
