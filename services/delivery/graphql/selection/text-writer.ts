import type { PayloadRow } from "../../../content/index.js";
import type { DocumentText, Hole } from "../../serving/document-text.js";

/** Puts a document's JSON together, with holes for what depends on other rows. */
export class TextWriter {
  readonly #pieces: string[] = [];
  readonly #holes: Hole[] = [];
  #piece = "";
  #size = 1;

  /** JSON as it is. */
  write(json: string): void {
    this.#piece += json;
  }

  writeHole(hole: Hole): void {
    this.#pieces.push(this.#piece);
    this.#holes.push(hole);
    this.#piece = "";
  }

  /** Counts a value. */
  count(): void {
    this.#size += 1;
  }

  textOf({ projectId, id, version, type }: PayloadRow): DocumentText {
    const pieces = [...this.#pieces, this.#piece];
    return { projectId, id, version, type, pieces, holes: this.#holes, size: this.#size };
  }
}
