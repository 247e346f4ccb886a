import { ServiceError } from "../../../contracts/errors.js";
import { type BodyParts, type Budget, partsOf } from "../../../engines/response-cache/index.js";
import type { DocumentText } from "./document-text.js";
import type { Spending } from "./render-page.js";

/**
 * The most values of a GraphQL response, items of lists counted: far above any page, and far below a number
 * that would delay other requests.
 */
const MAX_VALUES = 100_000;
/**
 * The most bytes of JSON in any response. Without this limit, references to large documents, or many aliases
 * of a page of them, would have no end.
 */
const MAX_BYTES = 128 * 2 ** 20;
/** The bytes of memory for a placeholder of a document. */
const PLACEHOLDER = 150;

/** The refusal of a response that is larger than any response may be. */
export class BudgetExceeded extends ServiceError {
  constructor(message: string) {
    super("invalid_params", message);
  }
}

/** What a refusal says: its subject with the verb, and what would make the response smaller. */
interface Wording {
  subject?: string;
  advice?: string;
}

/** The values and bytes that one response may still take. */
export class ResponseBudget implements Budget {
  readonly #subject: string;
  readonly #advice: string;
  readonly #mostBytes: number;
  #values = 0;
  #bytes = 0;
  #exceeded: BudgetExceeded | null = null;

  constructor({
    subject = "The answer is",
    advice = "ask for less",
    mostBytes = MAX_BYTES,
  }: Wording & { mostBytes?: number } = {}) {
    this.#subject = subject;
    this.#advice = advice;
    this.#mostBytes = mostBytes;
  }

  /**
   * The error that was thrown, also when a caller caught it and continued; null while the response is not too
   * large.
   */
  get exceeded(): BudgetExceeded | null {
    return this.#exceeded;
  }

  /** Counts values and bytes. Throws BudgetExceeded. */
  spend(values: number, bytes: number): void {
    this.#values += values;
    this.#bytes += bytes;
    if (this.#values > MAX_VALUES) throw this.#refuse(`The answer has more than ${MAX_VALUES} values.`);
    if (this.#bytes > this.#mostBytes)
      throw this.#refuse(`${this.#subject} over ${this.#mostBytes / 2 ** 20} MB: ${this.#advice}.`);
  }

  #refuse(message: string): BudgetExceeded {
    return (this.#exceeded = new BudgetExceeded(message));
  }
}

/** Returns JSON as the body of a response. Throws BudgetExceeded. */
export const budgetedParts = (json: string | Buffer): BodyParts => partsOf(json, new ResponseBudget());

/** Returns the budget of a REST response, 128 MB. */
export const restBudget = (): ResponseBudget =>
  new ResponseBudget({
    advice: "expand fewer references, ask for fewer documents with limit, or for fewer fields with select",
  });

/** The most bytes of the documents that a node of a workflow reads at once: an output of a node has no more. */
const MAX_NODE_BYTES = 2 ** 20;

/** Returns the budget of the documents that a node of a workflow reads, 1 MB (rules/workflows 44). */
export const nodeBudget = (): ResponseBudget =>
  new ResponseBudget({
    advice: "ask for fewer documents with limit, or for fewer fields with select",
    mostBytes: MAX_NODE_BYTES,
  });

/**
 * Returns the budget of documents that are read for a response, which has the same size. The writer of the
 * body counts what is written of them.
 */
export function readSpending(): Spending {
  const budget = restBudget();
  return {
    found() {},
    made: ({ text, placeholders }: DocumentText) =>
      budget.spend(0, text.bytes.length + PLACEHOLDER * placeholders.length),
    written() {},
  };
}
