import { approximateBytes } from "../draft/approximate-bytes.js";
import { INLINE_BYTES } from "../draft/drafts.js";

const MAX_KNOWN = 10_000;

/**
 * The documents whose changes need a thread, as far as this process knows. A change of one that is missing here begins a
 * transaction in vain, which is rolled back.
 */
export class LargeDocuments {
  readonly #ids = new Set<string>();

  has(id: string): boolean {
    return this.#ids.has(id);
  }

  add(id: string): void {
    this.#ids.delete(id);
    this.#ids.add(id);
    const [oldest] = this.#ids;
    if (this.#ids.size > MAX_KNOWN && oldest !== undefined) this.#ids.delete(oldest);
  }

  /** Adds a document when the bytes that a change has to process alone make it large. */
  noteBytes(id: string, bytes: number): void {
    if (bytes > INLINE_BYTES) this.add(id);
  }

  /** Does the same for the fields of a change. */
  noteChange(id: string, fields: unknown): void {
    if (!this.has(id)) this.noteBytes(id, approximateBytes(fields, INLINE_BYTES));
  }

  /** Records the bytes that are stored of a document. */
  noteStored(id: string, bytes: number): void {
    if (bytes > INLINE_BYTES) this.add(id);
    else this.#ids.delete(id);
  }
}
