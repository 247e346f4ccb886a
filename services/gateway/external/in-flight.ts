import { ServiceError } from "../../../contracts/errors.js";

/** Calls of one service that are answered at the same time, of all its nodes. */
const MOST_OF_SERVICE = 256;
/** Of them, those of one account. */
const MOST_OF_ACCOUNT = 32;
/** Of the bodies of all calls, which stay in memory until they are answered. */
const MOST_BYTES = 64 * 1024 * 1024;

const retry = { details: { retryAfterSeconds: 2 } };

/** The calls of external services that wait for answers: one that hangs costs a bounded number of places. */
export class InFlight {
  readonly #counts = new Map<string, number>();
  #bytes = 0;

  /** Throws `rate_limited` when the account, and `unavailable` when the service or the process has too many already. */
  async run<T>(
    { service, accountId, bytes }: { service: string; accountId: string; bytes: number },
    call: () => Promise<T>,
  ): Promise<T> {
    const own = `${service} ${accountId}`;
    if (this.#count(own) >= MOST_OF_ACCOUNT)
      throw new ServiceError(
        "rate_limited",
        `${MOST_OF_ACCOUNT} calls of ${service} wait for their answers already. Retry later.`,
        retry,
      );
    if (this.#count(service) >= MOST_OF_SERVICE || this.#bytes + bytes > MOST_BYTES)
      throw new ServiceError("unavailable", `${service} has too many calls to answer. Retry later.`, retry);
    this.#add(own, service, bytes, 1);
    try {
      return await call();
    } finally {
      this.#add(own, service, bytes, -1);
    }
  }

  #count(of: string): number {
    return this.#counts.get(of) ?? 0;
  }

  #add(own: string, service: string, bytes: number, by: 1 | -1): void {
    this.#bytes += bytes * by;
    for (const of of [own, service]) {
      const count = this.#count(of) + by;
      if (count === 0) this.#counts.delete(of);
      else this.#counts.set(of, count);
    }
  }
}
