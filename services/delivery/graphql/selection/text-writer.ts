import type { PayloadRow } from "../../../content/index.js";
import { type DocumentText, textOf, type Unplaced } from "../../serving/document-text.js";

import type { ResponseBudget } from "../../serving/response-budget.js";

/** Puts a document's JSON together, with placeholders for what depends on other rows. */
export class TextWriter {
  readonly #pieces: string[] = [];
  readonly #placeholders: Unplaced[] = [];
  readonly #budget: ResponseBudget;
  #piece = "";
  #size = 0;

  /** What it writes is spent. */
  constructor(budget: ResponseBudget) {
    this.#budget = budget;
    this.count();
  }

  /** JSON as it is. Throws BudgetExceeded. */
  write(json: string): void {
    this.#budget.spend(0, json.length);
    this.#piece += json;
  }

  writeHole(placeholder: Unplaced): void {
    this.#pieces.push(this.#piece);
    this.#placeholders.push(placeholder);
    this.#piece = "";
  }

  /** Counts a value. Throws BudgetExceeded. */
  count(): void {
    this.#budget.spend(1, 0);
    this.#size += 1;
  }

  textOf(row: PayloadRow): DocumentText {
    return textOf(row, {
      pieces: [...this.#pieces, this.#piece],
      placeholders: this.#placeholders,
      size: this.#size,
    });
  }
}
