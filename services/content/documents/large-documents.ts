import { approximateBytes } from "../draft/approximate-bytes.js";

/** From this size on, work on a state takes too long to do inside a transaction. */
const LARGE_BYTES = 32 * 1024;
const MAX_KNOWN = 10_000;

/**
 * Documents whose states this process has found to be large. One that is missing here only makes other writers wait
 * longer.
 */
export class LargeDocuments {
  readonly #ids = new Set<string>();

  has(id: string): boolean {
    return this.#ids.has(id);
  }

  /** Notes that a change brings a document so much, when that alone makes it large. */
  noteChange(id: string, fields: unknown): void {
    if (!this.has(id)) this.note(id, approximateBytes(fields, LARGE_BYTES));
  }

  /** Records how many bytes a change of the document has to process. */
  note(id: string, bytes: number): void {
    this.#ids.delete(id);
    if (bytes <= LARGE_BYTES) return;
    this.#ids.add(id);
    const [oldest] = this.#ids;
    if (this.#ids.size > MAX_KNOWN && oldest !== undefined) this.#ids.delete(oldest);
  }
}
