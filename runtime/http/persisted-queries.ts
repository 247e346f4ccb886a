import { LargestFirst } from "./largest-first.js";

/** The parts of a process's bytes that one owner (a project or an account) and one credential may take. */
const PART_OF_OWNER = 1 / 8;
const PART_OF_CREDENTIAL = 1 / 16;
/** The bytes that a query takes besides its text, for its hash and its places in the maps. */
const EACH = 500;

/** The most bytes that the queries of the process, of an owner and of a credential may take. */
export interface Bounds {
  all: number;
  owner: number;
  credential: number;
}

/** The owner of a query and the credential with which the owner registered it. */
export interface Registrar {
  ownerId: string;
  credentialId: string;
}

/** The queries of one credential, by hash; the least recently used one is the first. */
interface Registered {
  size: number;
  queries: Map<string, string>;
}

interface OfOwner {
  size: number;
  credentials: Map<string, Registered>;
  /** The credential that registered each hash. */
  registrars: Map<string, string>;
  largest: LargestFirst;
}

/** Tells whether a text has a character beyond Latin-1, so that each of its characters takes two bytes. */
const isWide = (text: string): boolean => /[\u0100-\uFFFF]/.test(text);
const sizeOf = (query: string): number => query.length * (isWide(query) ? 2 : 1) + EACH;

/** Returns the bounds for owners and credentials when all queries together may take `all` bytes. */
export const boundsOf = (all: number): Bounds => ({
  all,
  owner: all * PART_OF_OWNER,
  credential: all * PART_OF_CREDENTIAL,
});

/**
 * The queries that clients of this process registered by their hash (automatic persisted queries). Each owner has its own,
 * so no owner learns what another one asks. Without room the owner with the most bytes loses a query, and within an owner
 * the credential with the most, so a client that registers without end does not displace one that registers little. Finding
 * them costs the same for any number of owners and credentials.
 */
export class PersistedQueries {
  readonly #owners = new Map<string, OfOwner>();
  readonly #largest = new LargestFirst();
  readonly #bounds: Bounds;
  #size = 0;

  constructor(bounds: Bounds) {
    this.#bounds = bounds;
  }

  /** The approximate number of bytes that all queries take. */
  get size(): number {
    return this.#size;
  }

  /** The number of bytes that all queries may take. */
  get budget(): number {
    return this.#bounds.all;
  }

  /** Returns the query that was registered for this owner, with any of its credentials, and marks it as used. */
  get(ownerId: string, hash: string): string | undefined {
    const owner = this.#owners.get(ownerId);
    const queries = owner?.credentials.get(owner.registrars.get(hash) ?? "")?.queries;
    const query = queries?.get(hash);
    if (queries === undefined || query === undefined) return undefined;
    queries.delete(hash);
    queries.set(hash, query);
    return query;
  }

  /** Registers a query. The caller has checked that the hash is that of the query. */
  add({ ownerId, credentialId }: Registrar, hash: string, query: string): void {
    const size = sizeOf(query);
    if (size > this.#bounds.credential || this.get(ownerId, hash) !== undefined) return;
    const owner = this.#owners.get(ownerId) ?? newOwner();
    const credential = owner.credentials.get(credentialId) ?? { size: 0, queries: new Map<string, string>() };
    this.#owners.set(ownerId, owner);
    owner.credentials.set(credentialId, credential);
    owner.registrars.set(hash, credentialId);
    credential.queries.set(hash, query);
    this.#grow({ ownerId, credentialId }, owner, credential, size);
    while (credential.size > this.#bounds.credential) this.#drop(ownerId, credentialId);
    while (owner.size > this.#bounds.owner) this.#dropOf(ownerId);
    while (this.#size > this.#bounds.all) this.#dropOf(this.#largest.first ?? ownerId);
  }

  #dropOf(ownerId: string): void {
    this.#drop(ownerId, this.#owners.get(ownerId)?.largest.first ?? "");
  }

  /** Drops the least recently used query of a credential. */
  #drop(ownerId: string, credentialId: string): void {
    const owner = this.#owners.get(ownerId);
    const credential = owner?.credentials.get(credentialId);
    const [hash, query] = credential?.queries.entries().next().value ?? [];
    if (owner === undefined || credential === undefined || hash === undefined || query === undefined)
      throw new Error("There is more than there are queries.");
    credential.queries.delete(hash);
    owner.registrars.delete(hash);
    this.#grow({ ownerId, credentialId }, owner, credential, -sizeOf(query));
    if (credential.queries.size === 0) owner.credentials.delete(credentialId);
    if (owner.credentials.size === 0) this.#owners.delete(ownerId);
  }

  #grow({ ownerId, credentialId }: Registrar, owner: OfOwner, credential: Registered, by: number): void {
    this.#size += by;
    owner.size += by;
    credential.size += by;
    owner.largest.set(credentialId, credential.size);
    this.#largest.set(ownerId, owner.size);
  }
}

const newOwner = (): OfOwner => ({
  size: 0,
  credentials: new Map(),
  registrars: new Map(),
  largest: new LargestFirst(),
});
