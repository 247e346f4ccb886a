/** Puts the bytes of an answer together, each copied once. */
export class BodyWriter {
  readonly #parts: { bytes: Buffer; start: number; end: number }[] = [];
  #length = 0;

  /** JSON as it is. */
  write(json: string): void {
    const bytes = Buffer.from(json);
    this.copy(bytes, 0, bytes.length);
  }

  /** Some of the bytes of JSON; they must stay as they are. */
  copy(bytes: Buffer, start: number, end: number): void {
    this.#parts.push({ bytes, start, end });
    this.#length += end - start;
  }

  end(): Buffer {
    const body = Buffer.allocUnsafe(this.#length);
    let at = 0;
    for (const { bytes, start, end } of this.#parts) at += bytes.copy(body, at, start, end);
    return body;
  }
}
