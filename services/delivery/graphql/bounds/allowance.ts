import type { ServiceError } from "../../../../contracts/errors.js";
import { refusal } from "../../query/refusal.js";

/** Of an answer: values, items of lists counted, far above any page, far below what would stop others. */
const MAX_VALUES = 100_000;
/** And characters of JSON: a page of large documents, each many times under aliases, has no end. */
const MAX_CHARACTERS = 128 * 2 ** 20;

/** The answer is larger than any may be. */
export class Overspent extends Error {
  readonly refusal: ServiceError;

  constructor(why: ServiceError) {
    super(why.message);
    this.refusal = why;
  }
}

/** What one answer may still come to. */
export class Allowance {
  #values = 0;
  #characters = 0;
  #overspent: Overspent | null = null;

  /** What was thrown, also to somebody who went on without a word; null when the answer is not too large. */
  get overspent(): Overspent | null {
    return this.#overspent;
  }

  /** Throws Overspent. */
  spend(values: number, characters: number): void {
    this.#values += values;
    this.#characters += characters;
    if (this.#values > MAX_VALUES) throw this.#exceeded(`The answer has more than ${MAX_VALUES} values.`);
    if (this.#characters > MAX_CHARACTERS)
      throw this.#exceeded(`The answer is over ${MAX_CHARACTERS / 2 ** 20} MB: ask for less.`);
  }

  #exceeded(message: string): Overspent {
    return (this.#overspent = new Overspent(refusal(message)));
  }
}
