import { ServiceError } from "../../../contracts/errors.js";
import { type BodyParts, type Budget, partsOf } from "../../../engines/response-cache/index.js";
import type { DocumentText } from "./document-text.js";
import type { Spending } from "./render-page.js";

/** Values of a GraphQL response, items of lists counted: far above any page, far below what would stop others. */
const MAX_VALUES = 100_000;
/** Bytes of JSON of any response: references to large documents have no end, nor has a page of them under many aliases. */
const MAX_BYTES = 128 * 2 ** 20;
/** Memory of the place of a reference or a file in a document. */
const PLACEHOLDER = 150;

/** The response is larger than any may be. */
export class BudgetExceeded extends ServiceError {
  constructor(message: string) {
    super("invalid_params", message);
  }
}

/** What one response may still come to. */
export class ResponseBudget implements Budget {
  readonly #advice: string;
  #values = 0;
  #bytes = 0;
  #exceeded: BudgetExceeded | null = null;

  /** `advice` ends the refusal: what would make the response smaller. */
  constructor(advice = "ask for less") {
    this.#advice = advice;
  }

  /** The error that was thrown, also when a caller caught it and went on; null while the response is not too large. */
  get exceeded(): BudgetExceeded | null {
    return this.#exceeded;
  }

  /** Throws BudgetExceeded. */
  spend(values: number, bytes: number): void {
    this.#values += values;
    this.#bytes += bytes;
    if (this.#values > MAX_VALUES) throw this.#refuse(`The answer has more than ${MAX_VALUES} values.`);
    if (this.#bytes > MAX_BYTES)
      throw this.#refuse(`The answer is over ${MAX_BYTES / 2 ** 20} MB: ${this.#advice}.`);
  }

  #refuse(message: string): BudgetExceeded {
    return (this.#exceeded = new BudgetExceeded(message));
  }
}

/** JSON as the body of a response. Throws BudgetExceeded. */
export const budgetedParts = (json: string): BodyParts => partsOf(json, new ResponseBudget());

/** What the body of a REST response may come to, 128 MB. */
export const restBudget = (): ResponseBudget =>
  new ResponseBudget(
    "expand fewer references, ask for fewer documents with limit, or for fewer fields with select",
  );

/** The budget for documents that are read for a response has the same size. The writer of the body counts what is written of them. */
export function readSpending(): Spending {
  const budget = restBudget();
  return {
    found() {},
    made: ({ text, placeholders }: DocumentText) =>
      budget.spend(0, text.bytes.length + PLACEHOLDER * placeholders.length),
    written() {},
  };
}
