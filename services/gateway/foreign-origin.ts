import type { IncomingHttpHeaders } from "node:http";
import { ServiceError } from "../../contracts/errors.js";
import { foreignOrigin, isOwnOrigin } from "../../runtime/http/own-origin.js";

/** The facts about a request that are known before its body is read, whichever server took it. */
export interface Asked {
  method: string;
  headers: IncomingHttpHeaders;
  /** The scheme, host and port that the client called, as far as proxies are trusted, or null. */
  called: string | null;
}

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
