import { hash } from "node:crypto";

/** Some JSON that responses share, as bytes outside the heap of JavaScript. */
export class SharedText {
  /** UTF-8. */
  readonly bytes: Buffer;
  #digest: string | null = null;
  #retainers = 0;

  constructor(text: string) {
    this.bytes = ownBytes(text);
  }

  /** Tells texts apart; made once. */
  get digest(): string {
    return (this.#digest ??= hash("sha256", this.bytes, "base64url"));
  }

  /** Counts one more cached response that has the text. Gives the bytes that no cached response had before. */
  retain(): number {
    this.#retainers += 1;
    return this.#retainers === 1 ? this.bytes.length : 0;
  }

  /** Counts one cached response less. Gives the bytes that no cached response has any more. */
  release(): number {
    this.#retainers -= 1;
    return this.#retainers === 0 ? this.bytes.length : 0;
  }
}

/** UTF-8 in memory of its own: a slice of Node's pool would keep its neighbours. */
export function ownBytes(text: string): Buffer {
  const bytes = Buffer.allocUnsafeSlow(Buffer.byteLength(text));
  bytes.write(text);
  return bytes;
}

/** What zlib gives may be a part of a buffer of 64 KB. */
export function inOwnMemory(coded: Buffer): Buffer {
  if (coded.buffer.byteLength === coded.length) return coded;
  const own = Buffer.allocUnsafeSlow(coded.length);
  coded.copy(own);
  return own;
}

/** The body of a response as the bytes that it is made of. */
export class BodyParts {
  readonly length: number;
  /** All in one, where the cache has it so. */
  whole: Buffer | null = null;
  readonly #texts: readonly SharedText[];
  readonly #ranges: readonly number[];
  #retainers = 0;

  /** `ranges` says where each text begins and ends that is part of the body. */
  constructor(texts: readonly SharedText[], ranges: readonly number[], length: number) {
    this.#texts = texts;
    this.#ranges = ranges;
    this.length = length;
  }

  /** How many there are. */
  get count(): number {
    return this.#texts.length;
  }

  /** A cache has the body from now on; gives the bytes that no cached one had yet. */
  retain(): number {
    this.#retainers += 1;
    return this.#texts.reduce((sum, text) => sum + text.retain(), 0);
  }

  /** Whether the body is cached for the next request. */
  get isRetained(): boolean {
    return this.#retainers > 0;
  }

  /** The cache has the body no longer; gives the bytes that no cached one has from now on. */
  release(): number {
    this.#retainers -= 1;
    return this.#texts.reduce((sum, text) => sum + text.release(), 0);
  }

  /**
   * Tells bodies apart by their bytes. Bytes that bodies share are looked at once, so two bodies with the same bytes
   * have the same digest when they are made of the same parts.
   */
  digest(): string {
    let parts = "";
    for (const [number, text] of this.#texts.entries())
      parts += `${text.digest} ${this.#ranges[2 * number]} ${this.#ranges[2 * number + 1]},`;
    return hash("sha256", parts, "base64url").slice(0, 27);
  }

  /** What its bytes are read from. */
  get buffers(): Buffer[] {
    return this.whole === null ? this.#texts.map(({ bytes }) => bytes) : [this.whole];
  }

  /** Its bytes piece by piece, each in the same memory, or where they are anyway. */
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

  /** All in one. */
  join(): Buffer {
    const joined = Buffer.allocUnsafeSlow(this.length);
    this.copyTo(joined);
    return joined;
  }

  /** Writes it to the beginning of a buffer. */
  copyTo(buffer: Buffer): void {
    let at = 0;
    for (const [number, { bytes }] of this.#texts.entries())
      at += bytes.copy(buffer, at, this.#ranges[2 * number], this.#ranges[2 * number + 1]);
  }
}
