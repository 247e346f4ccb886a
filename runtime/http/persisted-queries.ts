import { LargestFirst } from "./largest-first.js";

/** Of what a process may keep, the parts of one owner (a project, an account) and of one credential. */
const PART_OF_OWNER = 1 / 8;
const PART_OF_CREDENTIAL = 1 / 16;
/** What a query takes beside its text: its hash, its place. */
const EACH = 500;

/** In bytes. */
export interface Bounds {
  all: number;
  owner: number;
  credential: number;
}

/** Whose query it is: an owner's, registered with one of its credentials. */
export interface Registrar {
  ownerId: string;
  credentialId: string;
}

/** Queries by hash, the one that was used least lately first. */
interface Registered {
  size: number;
  queries: Map<string, string>;
}

interface OfOwner {
  size: number;
  credentials: Map<string, Registered>;
  /** The credential that registered a hash. */
  registrars: Map<string, string>;
  largest: LargestFirst;
}

/** A text with a letter beyond Latin-1 takes two bytes for each. */
const isWide = (text: string): boolean => /[\u0100-\uFFFF]/.test(text);
const sizeOf = (query: string): number => query.length * (isWide(query) ? 2 : 1) + EACH;

/** What they may take when all of them may take `all` bytes. */
export const boundsOf = (all: number): Bounds => ({
  all,
  owner: all * PART_OF_OWNER,
  credential: all * PART_OF_CREDENTIAL,
});

/**
 * Queries that clients of this process registered by their hash (automatic persisted queries). Each owner has its own:
 * no owner learns what another one asks. Where there is no room, the owner that has the most gives way, and within
 * an owner the credential that has the most; so nobody who registers without end takes the place of who registers little.
 * To find them costs the same however many owners and credentials there are.
 */
export class PersistedQueries {
  readonly #owners = new Map<string, OfOwner>();
  readonly #largest = new LargestFirst();
  readonly #bounds: Bounds;
  #size = 0;

  constructor(bounds: Bounds) {
    this.#bounds = bounds;
  }

  /** About how many bytes all of them take. */
  get size(): number {
    return this.#size;
  }

  /** What they may take. */
  get budget(): number {
    return this.#bounds.all;
  }

  /** The query that was registered for this owner, by whichever of its credentials. */
  get(ownerId: string, hash: string): string | undefined {
    const owner = this.#owners.get(ownerId);
    const queries = owner?.credentials.get(owner.registrars.get(hash) ?? "")?.queries;
    const query = queries?.get(hash);
    if (queries === undefined || query === undefined) return undefined;
    queries.delete(hash);
    queries.set(hash, query);
    return query;
  }

  /** The caller has seen that the hash is the query's. */
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

  /** Drops the query of a credential that was used least lately. */
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
