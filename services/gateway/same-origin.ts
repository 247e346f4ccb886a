import type { FastifyRequest } from "fastify";
import { ServiceError } from "../../contracts/errors.js";
import { foreignOrigin, isOwnOrigin } from "../../runtime/own-origin.js";

/**
 * Refuses a cookie's request that changes state when a foreign page made it (decisions 3). The address that the browser
 * called is the service's own too: the cookie would not have come along otherwise.
 */
export function refuseForeignOrigin(request: FastifyRequest, baseUrl: string): void {
  if (request.method === "GET" || request.method === "HEAD") return;
  const { origin } = request.headers;
  const called = request.headers.host === undefined ? null : `${request.protocol}://${request.host}`;
  if (!isOwnOrigin({ origin, called }, baseUrl))
    throw new ServiceError("forbidden", foreignOrigin(origin, baseUrl));
}
