import { hash } from "node:crypto";

/** Some JSON that answers share, as bytes outside the heap of JavaScript. */
export class SharedText {
  /** UTF-8. */
  readonly bytes: Buffer;
  #digest: string | null = null;
  #holders = 0;

  constructor(text: string) {
    this.bytes = ownBytes(text);
  }

  /** Tells texts apart; made once. */
  get digest(): string {
    return (this.#digest ??= hash("sha256", this.bytes, "base64url"));
  }

  /** One more answer is kept that has it; gives the bytes that no kept one had yet. */
  hold(): number {
    this.#holders += 1;
    return this.#holders === 1 ? this.bytes.length : 0;
  }

  /** One less; gives the bytes that no kept answer has any more. */
  release(): number {
    this.#holders -= 1;
    return this.#holders === 0 ? this.bytes.length : 0;
  }
}

/** UTF-8 in memory of its own: a slice of Node's pool would keep its neighbours. */
export function ownBytes(text: string): Buffer {
  const bytes = Buffer.allocUnsafeSlow(Buffer.byteLength(text));
  bytes.write(text);
  return bytes;
}
