import type { ServiceError } from "../../../../contracts/errors.js";
import { refusal } from "../../query/refusal.js";
import { MAX_READS, overspent } from "../context.js";

/** Of an answer, in characters of JSON: a page of large documents, each many times under aliases, has no end. */
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

  /** Throws Overspent. */
  spend(values: number, characters: number): void {
    this.#values += values;
    this.#characters += characters;
    if (this.#values > MAX_READS) throw new Overspent(overspent());
    if (this.#characters > MAX_CHARACTERS)
      throw new Overspent(refusal(`The answer is over ${MAX_CHARACTERS / 2 ** 20} MB: ask for less.`));
  }
}
