import type { IncomingHttpHeaders } from "node:http";
import type { FastifyRequest } from "fastify";

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
