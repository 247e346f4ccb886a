import { approximateBytes } from "../draft/approximate-bytes.js";

/** The size from which work on a state takes too long to do inside a transaction. */
const LARGE_BYTES = 32 * 1024;
const MAX_KNOWN = 10_000;

/**
 * The documents whose states this process has found to be large. A document that is missing here only makes
 * other writers wait longer.
 */
export class LargeDocuments {
  readonly #ids = new Set<string>();

  has(id: string): boolean {
    return this.#ids.has(id);
  }

  /** Notes a change's size when that alone makes the document large. */
  noteChange(id: string, fields: unknown): void {
    if (!this.has(id)) this.note(id, approximateBytes(fields, LARGE_BYTES));
  }

  /** Records the number of bytes that a change of the document has to process. */
  note(id: string, bytes: number): void {
    this.#ids.delete(id);
    if (bytes <= LARGE_BYTES) return;
    this.#ids.add(id);
    const [oldest] = this.#ids;
    if (this.#ids.size > MAX_KNOWN && oldest !== undefined) this.#ids.delete(oldest);
  }
}
