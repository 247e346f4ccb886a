import type { PayloadRow } from "../../../content/index.js";
import { type DocumentText, textOf, type Unplaced } from "../../serving/document-text.js";

import type { Allowance } from "../../serving/allowance.js";

/** Puts a document's JSON together, with holes for what depends on other rows. */
export class TextWriter {
  readonly #pieces: string[] = [];
  readonly #holes: Unplaced[] = [];
  readonly #allowance: Allowance;
  #piece = "";
  #size = 0;

  /** What it writes is spent. */
  constructor(allowance: Allowance) {
    this.#allowance = allowance;
    this.count();
  }

  /** JSON as it is. Throws Overspent. */
  write(json: string): void {
    this.#allowance.spend(0, json.length);
    this.#piece += json;
  }

  writeHole(hole: Unplaced): void {
    this.#pieces.push(this.#piece);
    this.#holes.push(hole);
    this.#piece = "";
  }

  /** Counts a value. Throws Overspent. */
  count(): void {
    this.#allowance.spend(1, 0);
    this.#size += 1;
  }

  textOf(row: PayloadRow): DocumentText {
    return textOf(row, { pieces: [...this.#pieces, this.#piece], holes: this.#holes, size: this.#size });
  }
}
