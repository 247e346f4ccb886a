import { ServiceError } from "../../contracts/errors.js";

interface Queue {
  length: number;
  last: Promise<unknown>;
}

/** Runs work under the same name one after the other within this process. */
export class KeyedMutex {
  readonly #queues = new Map<string, Queue>();
  readonly #maxLength: number;

  constructor(maxLength = 200) {
    this.#maxLength = maxLength;
  }

  /** Runs the work when its turn has come. Throws `rate_limited` if the queue is full. */
  async take<T>(name: string, work: () => Promise<T>): Promise<T> {
    const queue = this.#queues.get(name) ?? { length: 0, last: Promise.resolve() };
    if (queue.length >= this.#maxLength)
      throw new ServiceError("rate_limited", "Too many requests at once. Retry later.", {
        details: { retryAfterSeconds: 5 },
      });
    this.#queues.set(name, queue);
    queue.length += 1;
    const mine = queue.last.then(work);
    queue.last = mine.catch(() => {});
    try {
      return await mine;
    } finally {
      queue.length -= 1;
      if (queue.length === 0) this.#queues.delete(name);
    }
  }
}
