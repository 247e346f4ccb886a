import { ServiceError } from "../../contracts/errors.js";

/** The most requests of an account that wait for translations in a process (rules/translation 16). */
export const MAX_WAITED = 16;
const RETRY_SECONDS = 10;

/** The requests that wait for translations in a process, by account. */
export class WaitedTranslations {
  readonly #counts = new Map<string, number>();

  /** Does work that waits for a translation. Throws `rate_limited` while many of the account's requests wait. */
  async during<T>(accountId: string, work: () => Promise<T>): Promise<T> {
    const count = this.#counts.get(accountId) ?? 0;
    if (count >= MAX_WAITED) throw tooMany();
    this.#counts.set(accountId, count + 1);
    try {
      return await work();
    } finally {
      const left = (this.#counts.get(accountId) ?? 1) - 1;
      if (left === 0) this.#counts.delete(accountId);
      else this.#counts.set(accountId, left);
    }
  }
}

const tooMany = () =>
  new ServiceError(
    "rate_limited",
    `${MAX_WAITED} of your requests wait for translations of documents. Retry when some are done.`,
    { details: { retryAfterSeconds: RETRY_SECONDS } },
  );
