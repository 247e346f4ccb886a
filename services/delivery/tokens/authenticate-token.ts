import type { Host } from "../../../runtime/process/host.js";
import { LastUses } from "../../../runtime/actions/last-uses.js";
import { processWide } from "../../../runtime/process/process-wide.js";
import type { TokenMode } from "../../../contracts/delivery-tokens.js";
import { notFound, ServiceError } from "../../../contracts/errors.js";
import { SharedRead } from "../../../runtime/concurrency/shared-read.js";
import { LastSeen } from "./last-seen.js";
import { readTokens, writeTokenUses } from "./token.repository.js";
import { hash, randomBytes } from "node:crypto";

/** A token that holds, with what a delivery request needs to know of its project as of the same read. */
export interface TokenSeen {
  tokenId: string;
  mode: TokenMode;
  project: { id: string; ownerId: string; isDefault: boolean };
  /** The revisions of the newest change of the project's content, and of the newest change of published content. */
  revision: number;
  publishedRevision: number;
  /**
   * Where the database is away and the operator allows it (STALE_SECONDS): all this held so many seconds ago, and may not hold
   * any more. Absent: it was read after the request came.
   */
  age?: number;
}

/**
 * Opens delivery routes (rules/delivery 1). Every call is covered by a read that started after it; what such a read gave before
 * serves only while the database is away, and only with STALE_SECONDS.
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

  /** The token with this secret; null for what is none, API keys for one, or is revoked. Notes its use. */
  async authenticate(bearer: string | null): Promise<TokenSeen | null> {
    if (bearer === null || !isTokenSecret(bearer)) return null;
    const hash = hashTokenSecret(bearer);
    const read = () => this.#tokens.load(hash);
    const seen = await (this.#lastSeen === null ? read() : this.#lastSeen.load(hash, read));
    if (seen !== null) this.#uses.set(seen.tokenId, Date.now());
    return seen;
  }

  /** The same for a route of a project. Throws `unauthenticated`, and `not_found` for a token of another project. */
  async open(bearer: string | null, projectId: string): Promise<TokenSeen> {
    const seen = await this.authenticate(bearer);
    if (seen === null) throw new ServiceError("unauthenticated", whyNot(bearer));
    if (seen.project.id !== projectId) throw notFound("Unknown project.");
    return seen;
  }

  /** Writes the uses that are still in memory; for the end of the process. */
  close(): Promise<void> {
    return this.#uses.close();
  }
}

/** What to send instead. */
function whyNot(bearer: string | null): string {
  if (bearer === null) return "A delivery token is required: send it as Authorization: Bearer svc_ct_….";
  if (bearer.startsWith("svc_sk_"))
    return "An API key does not open delivery: send a delivery token of the project, which begins with svc_ct_.";
  return "Unknown or revoked delivery token.";
}

const authenticators = new WeakMap<Host, TokenAuthenticator>();

/** The one of a process, so that all its routes share reads. */
export function tokenAuthenticatorOf(host: Host): TokenAuthenticator {
  const known = authenticators.get(host) ?? new TokenAuthenticator(host);
  authenticators.set(host, known);
  return known;
}

/** What the secrets of delivery tokens begin with (rules/delivery 1). */
const PREFIX = "svc_ct_";
/** 32 random bytes as base64url. */
const RANDOM = /^[\w-]{43}$/;

export const makeTokenSecret = (): string => PREFIX + randomBytes(32).toString("base64url");

/** Only this is stored: SHA-256 in hex. */
export const hashTokenSecret = (secret: string): string => hash("sha256", secret, "hex");

/** What cannot be a token's secret is not worth a read. */
export const isTokenSecret = (text: string): boolean =>
  text.startsWith(PREFIX) && RANDOM.test(text.slice(PREFIX.length));

/** When tokens were used last; the one of a process: those who note a use and those who read it share it. */
export const tokenUseOf = (host: Host): LastUses =>
  processWide(
    host.database,
    "delivery.token-use",
    () => new LastUses(host, "delivery tokens", writeTokenUses),
  );
