import { invalidParams } from "../../../../contracts/errors.js";

/** Of all results of one request together, in characters: they are in memory until the last of them is there. */
const MAX_CHARACTERS = 32 * 2 ** 20;
/** What a value has beside its own text. */
const AROUND = 3;

/** The room that the results of one request have. */
export class ResultRoom {
  #left: number;

  constructor(most = MAX_CHARACTERS) {
    this.#left = most;
  }

  /** Takes the room of a result. Throws `invalid_params` when there is no more. */
  take<T>(result: T): T {
    const waiting: unknown[] = [result];
    while (waiting.length > 0) {
      const value = waiting.pop();
      this.#left -= AROUND + (typeof value === "string" ? value.length : 0);
      if (this.#left < 0)
        throw invalidParams(
          "What the query asks for has over 32 MB together. Ask for less, or for shorter pages.",
        );
      if (Array.isArray(value)) for (const item of value) waiting.push(item);
      else if (typeof value === "object" && value !== null)
        for (const [name, inner] of Object.entries(value)) {
          this.#left -= name.length;
          waiting.push(inner);
        }
    }
    return result;
  }
}
