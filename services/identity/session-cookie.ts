/** Name of the session's cookie (rules/identity 15). */
const SESSION_COOKIE = "svc_session";

/** Returns the session's secret from a `Cookie` header; null without one. */
export function readSessionCookie(header: string | undefined): string | null {
  for (const part of header?.split(";") ?? []) {
    const at = part.indexOf("=");
    if (part.slice(0, at).trim() === SESSION_COOKIE) return part.slice(at + 1).trim();
  }
  return null;
}

/** Returns the `Set-Cookie` value of a session; null ends the session's cookie. */
export function sessionCookie(
  session: { secret: string; maxAgeSeconds: number } | null,
  isHttps: boolean,
): string {
  const { secret, maxAgeSeconds } = session ?? { secret: "", maxAgeSeconds: 0 };
  return `${SESSION_COOKIE}=${secret}; Path=/; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=Lax${isHttps ? "; Secure" : ""}`;
}
