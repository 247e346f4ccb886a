import type { FastifyRequest } from "fastify";
import { ServiceError } from "../../contracts/errors.js";
import { CONTRACTS } from "../../contracts/index.js";
import { malformedId, routerPath } from "./route-path.js";

/**
 * Returns the refusal of an address that no route has: 404, which names a malformed id where only that is
 * wrong (rules/edge 13).
 */
export function unknownRoute(request: FastifyRequest): ServiceError {
  const [address = ""] = request.url.split("?");
  const id = malformedIdOf(request, address);
  const why = id === null ? "" : `: ${id} must be a UUID`;
  return new ServiceError("not_found", `There is no ${request.method} ${address}${why}.`);
}

function malformedIdOf({ method, server }: FastifyRequest, address: string): string | null {
  for (const contract of CONTRACTS) {
    const { rest } = contract;
    if (rest?.method !== method) continue;
    const id = malformedId(rest.path, address);
    // A process without the gateway mounts none of these routes.
    const url = id === null ? null : routerPath({ ...contract, rest });
    if (url !== null && server.hasRoute({ method, url })) return id;
  }
  return null;
}
