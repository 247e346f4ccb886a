import type { IncomingHttpHeaders } from "node:http";
import { readSessionCookie } from "./session-cookie.js";

export interface Credential {
  bearer: string | null;
  cookie: string | null;
}

/**
 * The credential of a request. When a bearer token is present the cookie is ignored; other schemes of `Authorization` are
 * no credential of ours, and do not hide it (rules/identity 17).
 */
export function credentialOf({ authorization, cookie }: IncomingHttpHeaders): Credential {
  if (authorization !== undefined && /^Bearer(?: |$)/i.test(authorization))
    return { bearer: /^Bearer +(\S+) *$/i.exec(authorization)?.[1] ?? "", cookie: null };
  return { bearer: null, cookie: readSessionCookie(cookie) };
}
