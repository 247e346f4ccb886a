import { ServiceError } from "../../../contracts/errors.js";

/** Values of a GraphQL answer, items of lists counted: far above any page, far below what would stop others. */
const MAX_VALUES = 100_000;
/** Bytes of JSON of any answer: references to large documents have no end, nor has a page of them under many aliases. */
const MAX_BYTES = 128 * 2 ** 20;

/** The answer is larger than any may be. */
export class Overspent extends ServiceError {
  constructor(message: string) {
    super("invalid_params", message);
  }
}

/** What one answer may still come to. */
export class Allowance {
  readonly #advice: string;
  #values = 0;
  #bytes = 0;
  #overspent: Overspent | null = null;

  /** `advice` ends the refusal: what would make the answer smaller. */
  constructor(advice = "ask for less") {
    this.#advice = advice;
  }

  /** What was thrown, also to somebody who went on without a word; null when the answer is not too large. */
  get overspent(): Overspent | null {
    return this.#overspent;
  }

  /** Throws Overspent. */
  spend(values: number, bytes: number): void {
    this.#values += values;
    this.#bytes += bytes;
    if (this.#values > MAX_VALUES) throw this.#exceeded(`The answer has more than ${MAX_VALUES} values.`);
    if (this.#bytes > MAX_BYTES)
      throw this.#exceeded(`The answer is over ${MAX_BYTES / 2 ** 20} MB: ${this.#advice}.`);
  }

  #exceeded(message: string): Overspent {
    return (this.#overspent = new Overspent(message));
  }
}
