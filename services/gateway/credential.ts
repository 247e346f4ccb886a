import type { FastifyRequest } from "fastify";

const SESSION_COOKIE = "svc_session";

export interface Credential {
  bearer: string | null;
  cookie: string | null;
}

/** The credential of a request. When a bearer token is present the cookie is ignored (decisions 3). */
export function credentialOf(request: FastifyRequest): Credential {
  const { authorization, cookie } = request.headers;
  if (authorization !== undefined)
    return { bearer: /^Bearer +(\S+) *$/i.exec(authorization)?.[1] ?? "", cookie: null };
  if (cookie === undefined) return { bearer: null, cookie: null };
  for (const part of cookie.split(";")) {
    const at = part.indexOf("=");
    if (part.slice(0, at).trim() === SESSION_COOKIE)
      return { bearer: null, cookie: part.slice(at + 1).trim() };
  }
  return { bearer: null, cookie: null };
}

/** `Set-Cookie` of a session; null ends it. */
export function sessionCookie(
  session: { secret: string; maxAgeSeconds: number } | null,
  isHttps: boolean,
): string {
  const { secret, maxAgeSeconds } = session ?? { secret: "", maxAgeSeconds: 0 };
  return `${SESSION_COOKIE}=${secret}; Path=/; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=Lax${isHttps ? "; Secure" : ""}`;
}
