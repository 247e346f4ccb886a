import { hash } from "node:crypto";

/** What answers have between documents. */
const COMMON = new Map(
  [",", "}", "null", '{"document":', '{"documents":['].map((text) => [text, ownBytes(text)]),
);

/** Puts an answer together from bytes that others have too: only what is written as text is its own. */
export class BodyWriter {
  readonly #buffers: Buffer[] = [];
  /** Where each begins and ends in its buffer. */
  readonly #ranges: number[] = [];
  #text = "";
  #length = 0;

  /** JSON as it is. */
  write(json: string): void {
    this.#text += json;
  }

  /** Some of the bytes of JSON; they must stay as they are. */
  copy(bytes: Buffer, start: number, end: number): void {
    this.#flush();
    this.#push(bytes, start, end);
  }

  end(): BodyParts {
    this.#flush();
    return new BodyParts(this.#buffers, this.#ranges, this.#length);
  }

  #flush(): void {
    if (this.#text === "") return;
    const bytes = COMMON.get(this.#text) ?? ownBytes(this.#text);
    this.#text = "";
    this.#push(bytes, 0, bytes.length);
  }

  #push(bytes: Buffer, start: number, end: number): void {
    if (start === end) return;
    this.#buffers.push(bytes);
    this.#ranges.push(start, end);
    this.#length += end - start;
  }
}

/** An answer as the bytes that it is made of. */
export class BodyParts {
  readonly length: number;
  readonly #buffers: readonly Buffer[];
  readonly #ranges: readonly number[];

  constructor(buffers: readonly Buffer[], ranges: readonly number[], length: number) {
    this.#buffers = buffers;
    this.#ranges = ranges;
    this.length = length;
  }

  /** How many there are. */
  get count(): number {
    return this.#buffers.length;
  }

  /**
   * Tells answers apart by their bytes. Bytes that answers share are looked at once, so two answers with the same bytes
   * have the same digest when they are made of the same parts.
   */
  digest(): string {
    let parts = "";
    for (const [number, bytes] of this.#buffers.entries())
      parts += `${digestOf(bytes)} ${this.#ranges[2 * number]} ${this.#ranges[2 * number + 1]},`;
    return hash("sha256", parts, "base64url").slice(0, 27);
  }

  /** All in one. */
  join(): Buffer {
    const joined = Buffer.allocUnsafe(this.length);
    let at = 0;
    for (const [number, bytes] of this.#buffers.entries())
      at += bytes.copy(joined, at, this.#ranges[2 * number], this.#ranges[2 * number + 1]);
    return joined;
  }
}

const digests = new WeakMap<Buffer, string>();

function digestOf(bytes: Buffer): string {
  const known = digests.get(bytes);
  if (known !== undefined) return known;
  const made = hash("sha256", bytes, "base64url");
  digests.set(bytes, made);
  return made;
}

/** An answer of one piece. */
export function partsOf(json: string): BodyParts {
  const out = new BodyWriter();
  out.write(json);
  return out.end();
}

/** UTF-8 in memory of its own: a slice of Node's pool would keep its neighbours. */
export function ownBytes(text: string): Buffer {
  const bytes = Buffer.allocUnsafeSlow(Buffer.byteLength(text));
  bytes.write(text);
  return bytes;
}
