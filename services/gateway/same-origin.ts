import type { FastifyRequest } from "fastify";
import { ServiceError } from "../../contracts/errors.js";

/**
 * Refuses a cookie's request that changes state when a foreign page made it (decisions 3). A missing
 * Origin is accepted, `null` is not. The origin that the browser addressed is the service's own too:
 * the cookie would not have come along otherwise.
 */
export function refuseForeignOrigin(request: FastifyRequest, baseUrl: string): void {
  const { origin, host } = request.headers;
  if (origin === undefined || request.method === "GET" || request.method === "HEAD") return;
  if (origin === new URL(baseUrl).origin) return;
  if (host !== undefined && (origin === `http://${host}` || origin === `https://${host}`)) return;
  throw new ServiceError("forbidden", "This request comes from another site's page.");
}
