import type { PayloadRow } from "../../../content/index.js";
import { type DocumentText, textOf, type Unplaced } from "../../serving/document-text.js";

import type { ResponseBudget } from "../../serving/response-budget.js";

/** Assembles a document's JSON, with placeholders for parts that depend on other rows. */
export class TextWriter {
  readonly #pieces: string[] = [];
  readonly #placeholders: Unplaced[] = [];
  readonly #budget: ResponseBudget;
  #piece = "";
  #size = 0;

  /** The writer spends the budget for all that it writes. */
  constructor(budget: ResponseBudget) {
    this.#budget = budget;
    this.count();
  }

  /** Writes JSON unchanged. Throws BudgetExceeded. */
  write(json: string): void {
    this.#budget.spend(0, json.length);
    this.#piece += json;
  }

  writePlaceholder(placeholder: Unplaced): void {
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
