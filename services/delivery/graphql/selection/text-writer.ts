import type { PayloadRow } from "../../../content/index.js";
import { type DocumentText, textOf, type Unplaced } from "../../serving/document-text.js";

/** Puts a document's JSON together, with holes for what depends on other rows. */
export class TextWriter {
  readonly #pieces: string[] = [];
  readonly #holes: Unplaced[] = [];
  #piece = "";
  #size = 1;

  /** JSON as it is. */
  write(json: string): void {
    this.#piece += json;
  }

  writeHole(hole: Unplaced): void {
    this.#pieces.push(this.#piece);
    this.#holes.push(hole);
    this.#piece = "";
  }

  /** Counts a value. */
  count(): void {
    this.#size += 1;
  }

  textOf(row: PayloadRow): DocumentText {
    return textOf(row, { pieces: [...this.#pieces, this.#piece], holes: this.#holes, size: this.#size });
  }
}
