import type { TokenMode } from "../../../contracts/delivery-tokens.js";
import { notFound, ServiceError } from "../../../contracts/errors.js";
import type { Host } from "../../../runtime/host.js";
import { placeholders } from "../../../runtime/placeholders.js";
import { padKeys } from "../../../runtime/prepared-read.js";
import { SharedRead } from "../../../runtime/shared-read.js";
import type { Reader } from "../../../runtime/transaction.js";
import { LastSeen } from "./last-seen.js";
import { hashTokenSecret, isTokenSecret } from "./token-secret.js";
import { tokenUseOf } from "./token-use.js";

/** A token that holds, with what a delivery request needs to know of its project as of the same read. */
export interface TokenSeen {
  tokenId: string;
  mode: TokenMode;
  project: { id: string; ownerId: string; isDefault: boolean };
  /** Of the newest change of the project's content, and of the newest that concerns what is published. */
  revision: number;
  publishedRevision: number;
  /**
   * Where the database is away and the operator allows it (STALE_SECONDS): all this held so many seconds ago, and may not hold
   * any more. Absent: it was read after the request came.
   */
  age?: number;
}

interface Row {
  hash: string;
  tokenId: string;
  mode: TokenMode;
  projectId: string;
  ownerId: string;
  isDefault: number;
  revision: number | null;
  publishedRevision: number | null;
}

/** The tokens of projects that stand, by the SHA-256 of their secrets; one read for all, with the content's revision. */
async function readTokens(read: Reader, hashes: readonly string[]): Promise<Map<string, TokenSeen>> {
  const keys = padKeys(hashes);
  const rows = await read.prepared<Row>(
    `SELECT t.hash AS hash, t.id AS tokenId, t.mode AS mode, p.id AS projectId, p.ownerId AS ownerId,
        p.isDefault AS isDefault, h.revision AS revision, h.publishedRevision AS publishedRevision
      FROM delivery_tokens t JOIN projects p ON p.id = t.projectId LEFT JOIN content_heads h ON h.id = t.projectId
      WHERE t.hash IN (${placeholders(keys)}) AND p.deletedAt IS NULL`,
    keys,
  );
  return new Map(
    rows.map((row) => [
      row.hash,
      {
        tokenId: row.tokenId,
        mode: row.mode,
        project: { id: row.projectId, ownerId: row.ownerId, isDefault: Number(row.isDefault) === 1 },
        revision: Number(row.revision ?? 0),
        publishedRevision: Number(row.publishedRevision ?? 0),
      },
    ]),
  );
}

/**
 * Opens delivery routes (decisions 11). Every call is covered by a read that started after it; what such a read gave before
 * serves only while the database is away, and only with STALE_SECONDS.
 */
export class TokenAuthenticator {
  readonly #host: Host;
  readonly #tokens: SharedRead<TokenSeen>;
  readonly #lastSeen: LastSeen | null;

  constructor(host: Host) {
    this.#host = host;
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
    if (seen !== null) tokenUseOf(this.#host).note(seen.tokenId);
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
    return tokenUseOf(this.#host).close();
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
