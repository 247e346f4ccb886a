import { LRUCache } from "lru-cache";
import { AdmissionFilter } from "./admission-filter.js";
import { type BodyParts, inOwnMemory } from "./body.js";
import type { Body } from "./body-writer.js";
import type { Cached, CacheReader, Coder, Encoded, Encoding, ResponseBudgets } from "./interface.js";

/** Bytes of a part beside its text. */
const PART = 32;
/** Divisor of the memory: no response takes more than this fraction of it. */
const LARGE = 4;
/** Number of requests after which the earlier counts are halved, because readers' interests change. */
const HALVED_AFTER = 4096;

/**
 * Cached responses to requests that come more than once. A response stays valid through changes of content
 * that it does not depend on.
 */
export class ResponseCache<Dependencies> {
  /** The compressed bodies that readers asked for. */
  readonly encoded: EncodedBodies;
  readonly #admission = new AdmissionFilter();
  readonly #cached: LRUCache<string, Cached<Dependencies>>;
  /** The responses asked for most, whose bodies are kept in one piece. */
  readonly #joined: LRUCache<Cached<Dependencies>, true>;
  readonly #maxBytes: number;
  readonly #inFlight = new Map<string, Promise<Body>>();
  /** Bytes of the texts of all cached responses, each text once. */
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
      // A key may be longer than its response.
      sizeCalculation: ({ body, bytesOfDependencies }, key) =>
        PART * body.parts.count + 2 * (body.cacheTag.length + key.length) + bytesOfDependencies + 600,
    });
  }

  /** Estimated bytes of the cached responses, without the copies in one piece. */
  get bytes(): number {
    return this.#retained + this.#cached.calculatedSize;
  }

  /** Returns the reader's response from the cache, or makes it, once for all readers of the same revision. */
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
    this.store(key, reader, made);
    return made;
  }

  /** Returns the cached response with this key, if it is still right for the reader. */
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
    // A response that left the cache during the check is not joined.
    if (this.#cached.peek(key) === cached) this.#join(cached);
    return cached.body;
  }

  #forgetCopies(cached: Cached<Dependencies>): void {
    this.#joined.delete(cached);
    this.encoded.forget(cached.body.parts);
  }

  /**
   * Joins a response's body where there is room, or where the joined response that was unused for longest is
   * asked for less than half as often. Otherwise responses that are about equally wanted would take turns,
   * with a copy each time.
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

  /**
   * Caches a response with the dependencies that the reader noted while it was made, if its key was asked for
   * lately.
   */
  store(key: string, reader: CacheReader<Dependencies>, body: Body): void {
    if (!this.#admission.admit(key) || body.parts.length > this.#maxBytes / LARGE) return;
    const { asked = 0 } = this.#cached.peek(key) ?? {};
    const { dependencies, bytes: bytesOfDependencies } = reader.noted();
    const { revision } = reader;
    const cached = { body, dependencies, bytesOfDependencies, revision, asked, isOutdated: false };
    this.#retained += body.parts.retain();
    this.#cached.set(key, cached);
    // The cache does not dispose of a response that it refuses.
    if (this.#cached.peek(key) !== cached) this.#retained -= body.parts.release();
    while (this.bytes > this.#maxBytes) this.#cached.pop();
  }
}

/** Bytes of an entry beside its encoded body. */
const ENTRY = 200;

/**
 * Bodies in the codings that readers accept. Each one is made once for all readers that wait, and is cached
 * as long as the body is.
 */
export class EncodedBodies {
  readonly #coder: Coder;
  readonly #cached: LRUCache<BodyParts, Encoded>;
  readonly #making = new WeakMap<BodyParts, Partial<Record<Encoding, Promise<Buffer | null>>>>();

  constructor(maxBytes: number, coder: Coder) {
    this.#coder = coder;
    this.#cached = new LRUCache({
      maxSize: Math.max(1, Math.floor(maxBytes)),
      sizeCalculation: ({ br, gzip }) => ENTRY + (br?.length ?? 0) + (gzip?.length ?? 0),
    });
  }

  /** Estimated bytes of the encoded bodies. */
  get bytes(): number {
    return this.#cached.calculatedSize;
  }

  /** Returns a body that was encoded before, if there is one. */
  atHand(parts: BodyParts, encoding: Encoding): Buffer | undefined {
    return this.#cached.get(parts)?.[encoding];
  }

  /** Encodes a body; null while too much is being compressed already. */
  make(parts: BodyParts, encoding: Encoding): Promise<Buffer | null> {
    const known = this.#making.get(parts)?.[encoding];
    if (known !== undefined) return known;
    const making = this.#make(parts, encoding).finally(() => {
      const left = this.#making.get(parts);
      if (left !== undefined) delete left[encoding];
    });
    this.#making.set(parts, { ...this.#making.get(parts), [encoding]: making });
    return making;
  }

  async #make(parts: BodyParts, encoding: Encoding): Promise<Buffer | null> {
    // Compressing an uncached response is limited, because a client that varies its requests could ask for
    // any number.
    if (!parts.isRetained && !this.#coder.take(parts.length)) return null;
    const coded = await this.#coder.compress(encoding, parts.length, () => parts.join());
    if (coded === null) return null;
    const made = inOwnMemory(coded);
    // A body that left the cache during the compression is not kept.
    if (parts.isRetained) this.#cached.set(parts, { ...this.#cached.peek(parts), [encoding]: made });
    return made;
  }

  /** Removes the encoded forms of a body that is no longer cached. */
  forget(parts: BodyParts): void {
    this.#cached.delete(parts);
  }
}
