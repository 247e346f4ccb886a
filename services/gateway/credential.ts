import type { FastifyRequest } from "fastify";
import { readSessionCookie } from "../identity/index.js";

export interface Credential {
  bearer: string | null;
  cookie: string | null;
}

/**
 * The credential of a request. When a bearer token is present the cookie is ignored; other schemes of `Authorization` are
 * no credential of ours, and do not hide it (decisions 3).
 */
export function credentialOf(request: FastifyRequest): Credential {
  const { authorization, cookie } = request.headers;
  if (authorization !== undefined && /^Bearer(?: |$)/i.test(authorization))
    return { bearer: /^Bearer +(\S+) *$/i.exec(authorization)?.[1] ?? "", cookie: null };
  return { bearer: null, cookie: readSessionCookie(cookie) };
}
