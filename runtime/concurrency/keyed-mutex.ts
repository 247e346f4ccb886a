import { ServiceError } from "../../contracts/errors.js";

interface Line {
  length: number;
  last: Promise<unknown>;
}

/** Work under the same name runs one after the other in this process. */
export class KeyedMutex {
  readonly #lines = new Map<string, Line>();
  readonly #maxLength: number;

  constructor(maxLength = 200) {
    this.#maxLength = maxLength;
  }

  /** Throws `rate_limited` when the line is full already. */
  async take<T>(name: string, work: () => Promise<T>): Promise<T> {
    const line = this.#lines.get(name) ?? { length: 0, last: Promise.resolve() };
    if (line.length >= this.#maxLength)
      throw new ServiceError("rate_limited", "Too many requests at once. Retry later.", {
        details: { retryAfterSeconds: 5 },
      });
    this.#lines.set(name, line);
    line.length += 1;
    const mine = line.last.then(work);
    line.last = mine.catch(() => {});
    try {
      return await mine;
    } finally {
      line.length -= 1;
      if (line.length === 0) this.#lines.delete(name);
    }
  }
}
