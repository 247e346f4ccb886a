import { hash } from "node:crypto";

/** Some JSON that responses share, as bytes outside the heap of JavaScript. Bytes that are given are not copied. */
export class SharedText {
  /** The text in UTF-8. */
  readonly bytes: Buffer;
  #digest: string | null = null;
  #retainers = 0;

  constructor(text: string | Buffer) {
    this.bytes = typeof text === "string" ? ownBytes(text) : text;
  }

  /** Digest that tells texts apart, computed once. */
  get digest(): string {
    return (this.#digest ??= hash("sha256", this.bytes, "base64url"));
  }

  /**
   * Counts one more cached response that has the text. Returns the bytes that no cached response had before.
   */
  retain(): number {
    this.#retainers += 1;
    return this.#retainers === 1 ? this.bytes.length : 0;
  }

  /** Counts one cached response less. Returns the bytes that no cached response has any more. */
  release(): number {
    this.#retainers -= 1;
    return this.#retainers === 0 ? this.bytes.length : 0;
  }
}

/**
 * Returns a text as UTF-8 in its own memory, because a slice of Node's pool would keep the other slices
 * alive.
 */
export function ownBytes(text: string): Buffer {
  const bytes = Buffer.allocUnsafeSlow(Buffer.byteLength(text));
  bytes.write(text);
  return bytes;
}

/** Copies a result of zlib into its own memory when it is a part of a larger buffer. */
export function inOwnMemory(coded: Buffer): Buffer {
  if (coded.buffer.byteLength === coded.length) return coded;
  const own = Buffer.allocUnsafeSlow(coded.length);
  coded.copy(own);
  return own;
}

/** The body of a response as a list of byte ranges. */
export class BodyParts {
  readonly length: number;
  /** The body in one piece, if the cache holds it so. */
  whole: Buffer | null = null;
  readonly #texts: readonly SharedText[];
  readonly #ranges: readonly number[];
  #retainers = 0;

  /** `ranges` holds the offsets at which the part of each text begins and ends. */
  constructor(texts: readonly SharedText[], ranges: readonly number[], length: number) {
    this.#texts = texts;
    this.#ranges = ranges;
    this.length = length;
  }

  /** Number of parts. */
  get count(): number {
    return this.#texts.length;
  }

  /** Notes that a cache has the body; returns the bytes that no cached body had before. */
  retain(): number {
    this.#retainers += 1;
    return this.#texts.reduce((sum, text) => sum + text.retain(), 0);
  }

  /** Tells whether the body is cached for the next request. */
  get isRetained(): boolean {
    return this.#retainers > 0;
  }

  /** Notes that the cache no longer has the body; returns the bytes that no cached body has any more. */
  release(): number {
    this.#retainers -= 1;
    return this.#texts.reduce((sum, text) => sum + text.release(), 0);
  }

  /**
   * Digest that tells bodies apart by their bytes. Bytes that bodies share are hashed once, so two bodies
   * with equal bytes have the same digest only when they consist of the same parts.
   */
  digest(): string {
    let parts = "";
    for (const [number, text] of this.#texts.entries())
      parts += `${text.digest} ${this.#ranges[2 * number]} ${this.#ranges[2 * number + 1]},`;
    return hash("sha256", parts, "base64url").slice(0, 27);
  }

  /** Buffers from which the body's bytes are read. */
  get buffers(): Buffer[] {
    return this.whole === null ? this.#texts.map(({ bytes }) => bytes) : [this.whole];
  }

  /** Returns the body piece by piece, either copied into `memory` or as a part of existing buffers. */
  *pieces(memory: Buffer): Generator<Buffer, void> {
    const { whole } = this;
    if (whole !== null) {
      for (let at = 0; at < whole.length; at += memory.length) yield whole.subarray(at, at + memory.length);
      return;
    }
    let filled = 0;
    for (const [number, { bytes }] of this.#texts.entries()) {
      const end = this.#ranges[2 * number + 1] ?? 0;
      for (let at = this.#ranges[2 * number] ?? end; at < end;) {
        const copied = bytes.copy(memory, filled, at, end);
        at += copied;
        filled += copied;
        if (filled < memory.length) continue;
        yield memory;
        filled = 0;
      }
    }
    if (filled > 0) yield memory.subarray(0, filled);
  }

  /** Returns the body in one piece. */
  join(): Buffer {
    const joined = Buffer.allocUnsafeSlow(this.length);
    this.copyTo(joined);
    return joined;
  }

  /** Writes the body to the beginning of a buffer. */
  copyTo(buffer: Buffer): void {
    let at = 0;
    for (const [number, { bytes }] of this.#texts.entries())
      at += bytes.copy(buffer, at, this.#ranges[2 * number], this.#ranges[2 * number + 1]);
  }
}
