/** Writes bits, the most significant first, and the unsigned Exp-Golomb codes of ITU-T H.264 clause 9.1. */
export class BitWriter {
  readonly #bytes: number[] = [];
  #partial = 0;
  #filled = 0;

  /** Writes the lowest `count` bits (at most 32) of a whole number. */
  bits(value: number, count: number): this {
    for (let shift = count - 1; shift >= 0; shift -= 1) {
      this.#partial = (this.#partial << 1) | ((value >>> shift) & 1);
      this.#filled += 1;
      if (this.#filled === 8) {
        this.#bytes.push(this.#partial);
        this.#partial = 0;
        this.#filled = 0;
      }
    }
    return this;
  }

  /** Writes a number as ue(v), an unsigned Exp-Golomb code. */
  unsigned(value: number): this {
    const length = 32 - Math.clz32(value + 1);
    return this.bits(0, length - 1).bits(value + 1, length);
  }

  /** Writes zero bits up to the next whole byte. */
  align(): this {
    return this.#filled === 0 ? this : this.bits(0, 8 - this.#filled);
  }

  /** Writes rbsp_trailing_bits, a one and zeros up to the next whole byte, and returns all bytes. */
  finish(): Buffer {
    this.bits(1, 1).align();
    return Buffer.from(this.#bytes);
  }
}
