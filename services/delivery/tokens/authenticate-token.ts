import type { Host } from "../../../runtime/process/host.js";
import { LastUses } from "../../../runtime/actions/last-uses.js";
import { processWide } from "../../../runtime/process/process-wide.js";
import { notFound, ServiceError } from "../../../contracts/errors.js";
import { SharedRead } from "../../../runtime/concurrency/shared-read.js";
import { LastSeen } from "./last-seen.js";
import { readTokens, setTokenUses, type TokenSeen } from "./token.repository.js";
import { hash, randomBytes } from "node:crypto";

/**
 * Authenticates tokens for the delivery routes (rules/delivery 1). Every call is answered from a read that
 * started after the call. Earlier reads serve only while the database is away, and only with STALE_SECONDS.
 */
export class TokenAuthenticator {
  readonly #tokens: SharedRead<TokenSeen>;
  readonly #lastSeen: LastSeen | null;
  readonly #uses: LastUses;

  constructor(host: Host) {
    this.#uses = tokenUseOf(host);
    const { staleMs } = host.config;
    this.#lastSeen = staleMs > 0 ? new LastSeen({ staleMs, log: host.log }) : null;
    this.#tokens = new SharedRead((hashes) => readTokens(host.read, hashes));
  }

  /**
   * Returns the token with this secret and notes its use. Returns null for a secret of another form (such as
   * an API key) and for an unknown or revoked token.
   */
  async authenticate(bearer: string | null): Promise<TokenSeen | null> {
    if (bearer === null || !isTokenSecret(bearer)) return null;
    const hash = hashTokenSecret(bearer);
    const read = () => this.#tokens.load(hash);
    const seen = await (this.#lastSeen === null ? read() : this.#lastSeen.load(hash, read));
    if (seen !== null) this.#uses.set(seen.tokenId, Date.now());
    return seen;
  }

  /**
   * Authenticates a token for a route of a project. Throws `unauthenticated`, and `not_found` for a token of
   * another project.
   */
  async open(bearer: string | null, projectId: string): Promise<TokenSeen> {
    const seen = await this.authenticate(bearer);
    if (seen === null) throw new ServiceError("unauthenticated", whyNot(bearer));
    if (seen.project.id !== projectId) throw notFound("Unknown project.");
    return seen;
  }

  /** Writes the uses that are still in memory; called at the end of the process. */
  close(): Promise<void> {
    return this.#uses.close();
  }
}

/** Returns the message that says what to send instead. */
function whyNot(bearer: string | null): string {
  if (bearer === null) return "A delivery token is required: send it as Authorization: Bearer svc_ct_….";
  if (bearer.startsWith("svc_sk_"))
    return "An API key does not open delivery: send a delivery token of the project, which begins with svc_ct_.";
  return "Unknown or revoked delivery token.";
}

const authenticators = new WeakMap<Host, TokenAuthenticator>();

/** Returns the authenticator of a process, so that all its routes share reads. */
export function tokenAuthenticatorOf(host: Host): TokenAuthenticator {
  const known = authenticators.get(host) ?? new TokenAuthenticator(host);
  authenticators.set(host, known);
  return known;
}

/** The prefix of the secrets of delivery tokens (rules/delivery 1). */
const PREFIX = "svc_ct_";
/** The random part of a secret: 32 bytes as base64url. */
const RANDOM = /^[\w-]{43}$/;

export const makeTokenSecret = (): string => PREFIX + randomBytes(32).toString("base64url");

/** Returns the SHA-256 of a secret in hex, which is all that is stored of it. */
export const hashTokenSecret = (secret: string): string => hash("sha256", secret, "hex");

/** Tells whether a text has the form of a token's secret. A text of another form is not worth a read. */
export const isTokenSecret = (text: string): boolean =>
  text.startsWith(PREFIX) && RANDOM.test(text.slice(PREFIX.length));

/** Returns the record of the last use of tokens, which all writers and readers of a process share. */
export const tokenUseOf = (host: Pick<Host, "database" | "transact" | "log">): LastUses =>
  processWide(host.database, "delivery.token-use", () => new LastUses(host, "delivery tokens", setTokenUses));
