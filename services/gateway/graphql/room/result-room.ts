import { invalidParams } from "../../../../contracts/errors.js";
import { loopTurns } from "../../../../runtime/process/loop-turns.js";

/** The most characters of all results of one request, which are in memory until the last of them is there. */
const MAX_CHARACTERS = 32 * 2 ** 20;
/** The characters of a value beside its own text, and of an object or a list beside its members. */
const AROUND = 3;
const AROUND_MANY = 16;
/** The number of values that are counted before the event loop may have a turn. */
const SLICE = 10_000;

/** The room that the results of one request have. */
export class ResultRoom {
  readonly #most: number;
  #taken = 0;

  constructor(most = MAX_CHARACTERS) {
    this.#most = most;
  }

  get taken(): number {
    return this.#taken;
  }

  /** Takes the room of a result and returns its characters. Throws `invalid_params` without enough room. */
  async take(result: unknown): Promise<number> {
    const before = this.#taken;
    const waiting: unknown[] = [result];
    for (let count = 1; waiting.length > 0; count += 1) {
      const value = waiting.pop();
      this.#add(AROUND + (typeof value === "string" ? value.length : 0));
      if (typeof value === "object" && value !== null) {
        this.#add(AROUND_MANY);
        if (Array.isArray(value)) for (const item of value) waiting.push(item);
        else
          for (const [name, inner] of Object.entries(value)) {
            this.#add(name.length);
            waiting.push(inner);
          }
      }
      if (count % SLICE === 0) await loopTurns.pause();
    }
    return this.#taken - before;
  }

  #add(characters: number): void {
    this.#taken += characters;
    if (this.#taken > this.#most)
      throw invalidParams(
        `What the query asks for has over ${this.#most / 2 ** 20} MB together. Ask for less, or for shorter pages.`,
      );
  }
}

/**
 * Returns the length of an answer, or the error where it is too long to be written. A result that is read
 * once for several places of the answer is written in each of them, so the room of the results does not bound
 * the answer.
 */
export async function overRoom(data: unknown, most?: number): Promise<unknown> {
  try {
    return await new ResultRoom(most).take(data);
  } catch (error) {
    return error;
  }
}
