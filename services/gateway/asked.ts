import type { IncomingHttpHeaders } from "node:http";
import type { FastifyRequest } from "fastify";
import { ServiceError } from "../../contracts/errors.js";
import { foreignOrigin, isOwnOrigin } from "../../runtime/http/own-origin.js";

/** What a request says of itself before its body is read, whichever server took it. */
export interface Asked {
  method: string;
  headers: IncomingHttpHeaders;
  /** Scheme, host and port that the client called, as far as proxies are trusted; null without a `Host`. */
  called: string | null;
}

export const askedOf = (request: FastifyRequest): Asked => ({
  method: request.method,
  headers: request.headers,
  called: request.headers.host === undefined ? null : `${request.protocol}://${request.host}`,
});

/**
 * Refuses a cookie's request that changes state when a foreign page made it (rules/identity 16). The address that the browser
 * called is the service's own too: the cookie would not have come along otherwise.
 */
export function refuseForeignOrigin({ method, headers, called }: Asked, baseUrl: string): void {
  if (method === "GET" || method === "HEAD") return;
  const { origin } = headers;
  if (!isOwnOrigin({ origin, called }, baseUrl))
    throw new ServiceError("forbidden", foreignOrigin(origin, baseUrl));
}
