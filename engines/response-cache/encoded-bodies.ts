import { LRUCache } from "lru-cache";
import type { BodyParts } from "./body.js";

export type Encoding = "br" | "gzip";

/** Compresses bodies for the cache. */
export interface Coder {
  /** Gives the coded bytes; null where too much is compressed already. */
  compress(encoding: Encoding, bytes: number, body: () => Buffer): Promise<Buffer | null>;
  /** Whether there is processor time to compress so many bytes for a response that may not be asked for again. */
  take(bytes: number): boolean;
}

type Encoded = Partial<Record<Encoding, Buffer>>;

/** Memory of an entry beside its bytes. */
const ENTRY = 200;

/** Bodies in the codings that readers accept, each made once for all who ask meanwhile, and cached as long as the body is. */
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

  /** About what they take. */
  get bytes(): number {
    return this.#cached.calculatedSize;
  }

  /** A body as it was made in a coding before. */
  atHand(parts: BodyParts, encoding: Encoding): Buffer | undefined {
    return this.#cached.get(parts)?.[encoding];
  }

  /** Makes it; null where too much is compressed already. */
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
    // compressing one such response helps a slow link more than it costs a core; a client that varies its requests could ask for any number
    if (!parts.isRetained && !this.#coder.take(parts.length)) return null;
    const coded = await this.#coder.compress(encoding, parts.length, () => parts.join());
    if (coded === null) return null;
    const made = inOwnMemory(coded);
    // one that went while it was compressed is not to stay
    if (parts.isRetained) this.#cached.set(parts, { ...this.#cached.peek(parts), [encoding]: made });
    return made;
  }

  /** The body is not cached any more. */
  forget(parts: BodyParts): void {
    this.#cached.delete(parts);
  }
}

/** What zlib gives may be a part of a buffer of 64 KB. */
function inOwnMemory(coded: Buffer): Buffer {
  if (coded.buffer.byteLength === coded.length) return coded;
  const own = Buffer.allocUnsafeSlow(coded.length);
  coded.copy(own);
  return own;
}
