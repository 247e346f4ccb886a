import { LRUCache } from "lru-cache";
import type { Encoding } from "../../../runtime/compression/accepted-encoding.js";
import { compressor as ofProcess, type Compressor } from "../../../runtime/compression/compressor.js";
import type { BodyParts } from "./body-writer.js";

type Encoded = Partial<Record<Encoding, Buffer>>;

/** Memory of an entry beside its bytes. */
const ENTRY = 200;

/** Answers in the codings that readers accept, each made once for all who ask meanwhile, and kept as long as the answer is. */
export class EncodedAnswers {
  readonly #compressor: Compressor;
  readonly #kept: LRUCache<BodyParts, Encoded>;
  readonly #making = new WeakMap<BodyParts, Partial<Record<Encoding, Promise<Buffer | null>>>>();

  constructor(maxBytes: number, compressor = ofProcess) {
    this.#compressor = compressor;
    this.#kept = new LRUCache({
      maxSize: Math.max(1, Math.floor(maxBytes)),
      sizeCalculation: ({ br, gzip }) => ENTRY + (br?.length ?? 0) + (gzip?.length ?? 0),
    });
  }

  /** About what they take. */
  get bytes(): number {
    return this.#kept.calculatedSize;
  }

  /** An answer as it was made in a coding before. */
  atHand(parts: BodyParts, encoding: Encoding): Buffer | undefined {
    return this.#kept.get(parts)?.[encoding];
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
    const coded = await this.#compressor.compress(encoding, parts.length, () => parts.join());
    if (coded === null) return null;
    const made = ownBytes(coded);
    // one that went while it was compressed is not to stay
    if (parts.isKept) this.#kept.set(parts, { ...this.#kept.peek(parts), [encoding]: made });
    return made;
  }

  /** The answer is not kept any more. */
  forget(parts: BodyParts): void {
    this.#kept.delete(parts);
  }
}

/** What zlib gives may be a part of a buffer of 64 KB. */
function ownBytes(coded: Buffer): Buffer {
  if (coded.buffer.byteLength === coded.length) return coded;
  const own = Buffer.allocUnsafeSlow(coded.length);
  coded.copy(own);
  return own;
}
