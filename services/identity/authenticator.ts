import type { IncomingHttpHeaders } from "node:http";
import type { Auth } from "../../contracts/auth.js";
import type { Host } from "../../runtime/process/host.js";
import { SharedRead } from "../../runtime/concurrency/shared-read.js";
import {
  type Found,
  hashSecret,
  isAccessToken,
  isKeySecret,
  isSessionSecret,
  readKeyIds,
  readKeys,
  readSessions,
  readTokens,
} from "./credential.repository.js";
import { credentialUseOf } from "./credential-use.js";
import { recordId } from "./oauth/record.repository.js";
import { readSessionCookie } from "./session-cookie.js";
import { isDueToSlide } from "./session-life.js";
import { CredentialWatch } from "./watch-credentials.js";

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

export interface Authenticator {
  /** Who calls, or null. A bearer token, also a wrong one, makes the cookie ignored (rules/identity 17). Never cached (rules/identity 24). */
  authenticate(credential: Credential): Promise<Auth | null>;
  /** Who calls the agent endpoint: by a key, or by the token of a connected app, which opens nothing else (rules/identity 36). */
  authenticateAgent(bearer: string): Promise<Auth | null>;
  /** Whether the credential still holds; calls of the same moment share one read. */
  recheck(auth: Auth): Promise<boolean>;
  /** For requests that wait or stream: calls `onGone` within a second or so of the credential's end. The result stops it. */
  watch(auth: Auth, onGone: () => void): () => void;
  /** True when this request moved its session's end: the cookie is due anew. */
  hasSlid(auth: Auth): boolean;
  /** Writes the uses that are still in memory. */
  close(): Promise<void>;
}

/** Reads accounts, sessions and keys by itself, in the process of the edge. */
export function makeAuthenticator(host: Host): Authenticator {
  const keys = new SharedRead<Found>((hashes) => readKeys(host.read, hashes));
  const sessions = new SharedRead<Found>((ids) => readSessions(host.read, ids));
  const tokens = new SharedRead<Found>((ids) => readTokens(host.read, ids));
  const keyIds = new SharedRead<true>((ids) => readKeyIds(host.read, ids));
  const use = credentialUseOf(host);
  const slid = new WeakSet<Auth>();

  const readers = { key: keyIds, session: sessions, grant: tokens };
  const recheck = async ({ kind, credentialId }: Auth): Promise<boolean> =>
    (await readers[kind].load(credentialId)) !== null;
  const watch = new CredentialWatch(recheck);

  const byKey = async (bearer: string): Promise<Auth | null> => {
    const found = isKeySecret(bearer) ? await keys.load(hashSecret(bearer)) : null;
    if (found) use.keys.set(found.auth.credentialId, Date.now());
    return found?.auth ?? null;
  };

  return {
    async authenticateAgent(bearer) {
      if (!isAccessToken(bearer)) return byKey(bearer);
      return (await tokens.load(recordId("AccessToken", bearer)))?.auth ?? null;
    },
    async authenticate({ bearer, cookie }) {
      if (bearer !== null) return byKey(bearer);
      const found =
        cookie !== null && isSessionSecret(cookie) ? await sessions.load(hashSecret(cookie)) : null;
      if (!found) return null;
      if (found.expiresAt !== null && isDueToSlide(found.expiresAt, Date.now())) {
        use.sessions.set(found.auth.credentialId, Date.now());
        slid.add(found.auth);
      }
      return found.auth;
    },
    recheck,
    watch: (auth, onGone) => watch.add(auth, onGone),
    hasSlid: (auth) => slid.has(auth),
    close: () => use.close(),
  };
}
