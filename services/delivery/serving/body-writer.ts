import { hash } from "node:crypto";
import { Allowance } from "./allowance.js";
import { SharedText } from "./shared-text.js";

/** What answers have between documents. */
const COMMON = new Map(
  [",", "}", "null", '{"document":', '{"documents":['].map((text) => [text, lasting(text)]),
);

/** A text that is there anyway: no answer is charged for it. */
function lasting(text: string): SharedText {
  const made = new SharedText(text);
  made.hold();
  return made;
}

/** Memory that a part takes beside its bytes, from here to the digest of the answer. */
const PART = 100;

/** Puts an answer together from bytes that others have too: only what is written as text is its own. */
export class BodyWriter {
  readonly #texts: SharedText[] = [];
  /** Where each begins and ends in its text. */
  readonly #ranges: number[] = [];
  readonly #allowance: Allowance;
  #text = "";
  #length = 0;

  /** What is written is spent. */
  constructor(allowance = new Allowance()) {
    this.#allowance = allowance;
  }

  /** JSON as it is. */
  write(json: string): void {
    this.#text += json;
  }

  /** Some of the bytes of a text. Throws Overspent. */
  copy(text: SharedText, start: number, end: number): void {
    this.#flush();
    this.#push(text, start, end);
  }

  /** Throws Overspent. */
  end(): BodyParts {
    this.#flush();
    return new BodyParts(this.#texts, this.#ranges, this.#length);
  }

  #flush(): void {
    if (this.#text === "") return;
    const own = COMMON.get(this.#text) ?? new SharedText(this.#text);
    this.#text = "";
    this.#push(own, 0, own.bytes.length);
  }

  #push(text: SharedText, start: number, end: number): void {
    if (start === end) return;
    this.#allowance.spend(0, end - start + PART);
    this.#texts.push(text);
    this.#ranges.push(start, end);
    this.#length += end - start;
  }
}

/** Answers of so many bytes are sent as text. */
const SHORT = 8 * 1024;
const scratch = Buffer.allocUnsafeSlow(SHORT);

/** An answer as the bytes that it is made of. */
export class BodyParts {
  readonly length: number;
  /** All in one, where it is kept so; a short one as Latin-1. */
  whole: Buffer | string | null = null;
  readonly #texts: readonly SharedText[];
  readonly #ranges: readonly number[];
  #holders = 0;

  constructor(texts: readonly SharedText[], ranges: readonly number[], length: number) {
    this.#texts = texts;
    this.#ranges = ranges;
    this.length = length;
  }

  /** How many there are. */
  get count(): number {
    return this.#texts.length;
  }

  /** The answer is kept from now on; gives the bytes that no kept one had yet. */
  hold(): number {
    this.#holders += 1;
    return this.#texts.reduce((sum, text) => sum + text.hold(), 0);
  }

  /** Whether it is kept for who asks next. */
  get isKept(): boolean {
    return this.#holders > 0;
  }

  /** The answer is not kept any more; gives the bytes that no kept one has from now on. */
  release(): number {
    this.#holders -= 1;
    return this.#texts.reduce((sum, text) => sum + text.release(), 0);
  }

  /**
   * Tells answers apart by their bytes. Bytes that answers share are looked at once, so two answers with the same bytes
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
    return this.whole instanceof Buffer ? [this.whole] : this.#texts.map(({ bytes }) => bytes);
  }

  /** Its bytes piece by piece, each in the same memory, or where they are anyway. */
  *pieces(memory: Buffer): Generator<Buffer, void> {
    const { whole } = this;
    if (whole instanceof Buffer) {
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

  /**
   * A short answer as Latin-1, a character for each byte; null for a longer one. node:http writes a head and a text at
   * once, but a head and bytes one after the other, which costs it half as much again.
   */
  latin1(): string | null {
    if (this.length > SHORT) return null;
    if (typeof this.whole === "string") return this.whole;
    this.copyTo(scratch);
    return scratch.toString("latin1", 0, this.length);
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

/** An answer of one piece. Throws Overspent. */
export function partsOf(json: string): BodyParts {
  const out = new BodyWriter();
  out.write(json);
  return out.end();
}
