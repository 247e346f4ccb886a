import { LRUCache } from "lru-cache";
import type { Body } from "./body-writer.js";
import { type Coder, EncodedBodies } from "./encoded-bodies.js";

/** A reader: what it has to see, and how it tells whether a cached response still says it. */
export interface CacheReader<Dependencies> {
  /** The revision that they have to see. */
  readonly revision: number;
  /** Whether a response may be given, whatever has changed. */
  accepts(body: Body): boolean;
  /** Whether a response that was made of these dependencies as of a revision would be the same now. */
  stillHolds(dependencies: Dependencies, revision: number): Promise<boolean>;
  /** What the response that they made was made of, and about the memory that it takes. */
  noted(): { dependencies: Dependencies; bytes: number };
}

/** Bytes for responses, for those that lie in one piece besides, and for compressed ones. */
export interface ResponseBudgets {
  responses: number;
  joined: number;
  encoded: number;
}

interface Cached<Dependencies> {
  body: Body;
  dependencies: Dependencies;
  bytesOfDependencies: number;
  /** The revision as of which the body holds. */
  revision: number;
  /** How often it was asked for, lately above all; also in its editions before. */
  asked: number;
  /** Content has changed since: it only tells how much the next edition is wanted. */
  isOutdated: boolean;
}

/** Bytes of a part beside its text. */
const PART = 32;
/** No response takes more than this part of the memory. */
const LARGE = 4;
/** After so many responses, what was asked for until then counts half: readers of tomorrow want something else. */
const HALVED_AFTER = 4096;

/** Responses to what is asked more than once. A change of what a response does not depend on leaves it valid. */
export class ResponseCache<Dependencies> {
  /** The compressed bodies that readers asked for. */
  readonly encoded: EncodedBodies;
  readonly #admission = new AdmissionFilter();
  readonly #cached: LRUCache<string, Cached<Dependencies>>;
  /** The bodies in one piece, of the responses that are asked for most. */
  readonly #joined: LRUCache<Cached<Dependencies>, true>;
  readonly #maxBytes: number;
  readonly #inFlight = new Map<string, Promise<Body>>();
  /** Bytes of the texts of all that are cached, each text once. */
  #retained = 0;
  #counted = 0;

  constructor({ responses, joined, encoded }: ResponseBudgets, coder: Coder) {
    this.#maxBytes = responses;
    this.encoded = new EncodedBodies(encoded, coder);
    this.#joined = new LRUCache({
      maxSize: joined,
      sizeCalculation: (_true, { body }) => body.parts.length + 100,
      dispose: (_true, { body }) => (body.parts.whole = null),
    });
    this.#cached = new LRUCache({
      maxSize: responses,
      dispose: (cached) => {
        this.#retained -= cached.body.parts.release();
        this.#forgetCopies(cached);
      },
      // a key may be longer than its response
      sizeCalculation: ({ body, bytesOfDependencies }, key) =>
        PART * body.parts.count + 2 * (body.cacheTag.length + key.length) + bytesOfDependencies + 600,
    });
  }

  /** About what the responses take, without those in one piece. */
  get bytes(): number {
    return this.#retained + this.#cached.calculatedSize;
  }

  /** The response that the reader may have from the cache, or one that is made; once for all who ask of the same revision. */
  async getOrMake(key: string, reader: CacheReader<Dependencies>, make: () => Promise<Body>): Promise<Body> {
    const known = await this.find(key, reader);
    if (known !== undefined) return known;
    const ofRevision = `${reader.revision} ${key}`;
    const inFlight = this.#inFlight.get(ofRevision);
    if (inFlight !== undefined) return inFlight;
    const making = this.#make(key, reader, make).finally(() => this.#inFlight.delete(ofRevision));
    this.#inFlight.set(ofRevision, making);
    return making;
  }

  async #make(key: string, reader: CacheReader<Dependencies>, make: () => Promise<Body>): Promise<Body> {
    const made = await make();
    this.keep(key, reader, made);
    return made;
  }

  /** The cached response with this key, if it still holds for the reader. */
  async find(key: string, reader: CacheReader<Dependencies>): Promise<Body | undefined> {
    const cached = this.#cached.get(key);
    if (cached === undefined || cached.isOutdated || !reader.accepts(cached.body)) return undefined;
    if (cached.revision < reader.revision) {
      if (!(await reader.stillHolds(cached.dependencies, cached.revision))) {
        cached.isOutdated = true;
        this.#forgetCopies(cached);
        return undefined;
      }
      cached.revision = Math.max(cached.revision, reader.revision);
    }
    // one that went while it was looked at is not to stay
    if (this.#cached.peek(key) === cached) this.#join(cached);
    return cached.body;
  }

  #forgetCopies(cached: Cached<Dependencies>): void {
    this.#joined.delete(cached);
    this.encoded.forget(cached.body.parts);
  }

  /**
   * Puts a response in one piece where there is room, or where the one that was not used for longest is asked for less
   * than half as often: those about as wanted as each other would take turns, a copy for each.
   */
  #join(cached: Cached<Dependencies>): void {
    this.#count(cached);
    if (this.#joined.get(cached) === true) return;
    const { parts } = cached.body;
    const isFull = this.#joined.calculatedSize + parts.length > this.#joined.maxSize;
    const oldest = isFull ? this.#joined.rkeys().next().value : undefined;
    if (oldest !== undefined && 2 * oldest.asked >= cached.asked) return;
    parts.whole = parts.join();
    this.#joined.set(cached, true);
    if (!this.#joined.has(cached)) parts.whole = null;
  }

  #count(cached: Cached<Dependencies>): void {
    cached.asked += 1;
    this.#counted += 1;
    if (this.#counted < HALVED_AFTER) return;
    this.#counted = 0;
    for (const each of this.#cached.values()) each.asked /= 2;
  }

  /** Caches a response with what the reader noted while it was made, if it was asked for lately. */
  keep(key: string, reader: CacheReader<Dependencies>, body: Body): void {
    if (!this.#admission.admit(key) || body.parts.length > this.#maxBytes / LARGE) return;
    const { asked = 0 } = this.#cached.peek(key) ?? {};
    const { dependencies, bytes: bytesOfDependencies } = reader.noted();
    const { revision } = reader;
    const cached = { body, dependencies, bytesOfDependencies, revision, asked, isOutdated: false };
    this.#retained += body.parts.retain();
    this.#cached.set(key, cached);
    // one that the cache does not take is not disposed of
    if (this.#cached.peek(key) !== cached) this.#retained -= body.parts.release();
    while (this.bytes > this.#maxBytes) this.#cached.pop();
  }
}

/** Keys that are remembered are about so many; a power of two. */
const SLOTS = 2 ** 16;

/**
 * Admits to a cache what is asked for again, not what was asked for once. The latter is seldom used, takes the place of
 * something else, and is garbage of the expensive kind when it goes: most of what readers ask for in great variety is
 * never asked for again. It takes 256 KB; an older key gives way to a newer one that falls on its slot.
 */
export class AdmissionFilter {
  readonly #slots = new Uint32Array(SLOTS);

  /** Notes a key; whether it was noted before, not too long ago. One of 65,000 new ones or so is taken for known. */
  admit(key: string): boolean {
    const hash = hashOf(key);
    const slot = hash % SLOTS;
    if (this.#slots[slot] === hash) return true;
    this.#slots[slot] = hash;
    return false;
  }
}

/** FNV-1a over code units, then stirred: neighbours differ in their last characters. */
function hashOf(key: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < key.length; at++) hash = Math.imul(hash ^ key.charCodeAt(at), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 15), 0x85ebca6b);
  return (hash ^ (hash >>> 13)) >>> 0;
}
