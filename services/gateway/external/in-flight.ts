import { ServiceError } from "../../../contracts/errors.js";

/** Calls of one service that are answered at the same time, of all its nodes, those of accounts that have one call aside. */
const MOST_OF_SERVICE = 256;
/** Of them, those of one account; fewer where few are left. */
const MOST_OF_ACCOUNT = 32;
/** What an account may have of those that are left. */
const SHARE = 1 / 4;
/** Beyond MOST_OF_SERVICE an account that waits for nothing of the service may still have one call, up to so many. */
const MOST_WITH_FIRST_CALLS = 512;
/** Of the bodies of all calls, which stay in memory until they are answered. */
const MOST_BYTES = 64 * 1024 * 1024;
/** Of those of one service, and of those of one account to all services: so neither takes the room from the others. */
const MOST_BYTES_OF_SERVICE = 32 * 1024 * 1024;
const MOST_BYTES_OF_ACCOUNT = 16 * 1024 * 1024;
/** Of the body of an account that has no other: it has room beyond that of all. */
const FIRST_BYTES = 256 * 1024;
const MOST_BYTES_WITH_FIRST = 96 * 1024 * 1024;

const retry = { details: { retryAfterSeconds: 2 } };

/**
 * The calls of external services that wait for answers: one that hangs costs a bounded number of places. An account may have a
 * share of those that are left, so that some always are, however many accounts ask for all they may have; and an account that waits
 * for nothing of the service has a place in any case.
 */
export class InFlight {
  readonly #counts = new Map<string, number>();
  /** Bytes of bodies: of all under "all", of each service and account. */
  readonly #bytes = new Map<string, number>();

  /** Throws `rate_limited` when the account, and `unavailable` when the service or the process has too many already. */
  async run<T>(
    { service, accountId, bytes }: { service: string; accountId: string; bytes: number },
    call: () => Promise<T>,
  ): Promise<T> {
    const [ofService, ofAccount, ofBoth] = [
      `service ${service}`,
      `account ${accountId}`,
      `${service} ${accountId}`,
    ];
    const isOver = (of: string, most: number) => (this.#bytes.get(of) ?? 0) + bytes > most;
    const [own, all] = [this.#count(ofBoth), this.#count(ofService)];
    if (own > 0 && own >= Math.min(MOST_OF_ACCOUNT, (MOST_OF_SERVICE - all) * SHARE))
      throw new ServiceError(
        "rate_limited",
        `${own} calls of ${service} wait for their answers already. Retry later.`,
        retry,
      );
    if (isOver(ofAccount, MOST_BYTES_OF_ACCOUNT))
      throw new ServiceError(
        "rate_limited",
        `The bodies of your calls that wait for their answers have ${MOST_BYTES_OF_ACCOUNT / 2 ** 20} MB together. Retry later.`,
        retry,
      );
    const isFirst = bytes <= FIRST_BYTES && !this.#bytes.has(ofAccount);
    const isFull = isFirst
      ? isOver("all", MOST_BYTES_WITH_FIRST)
      : isOver(ofService, MOST_BYTES_OF_SERVICE) || isOver("all", MOST_BYTES);
    if (all >= MOST_WITH_FIRST_CALLS || isFull)
      throw new ServiceError("unavailable", `${service} has too many calls to answer. Retry later.`, retry);
    const add = (by: 1 | -1) => {
      for (const of of [ofBoth, ofService]) change(this.#counts, of, by);
      for (const of of [ofAccount, ofService, "all"]) change(this.#bytes, of, by * bytes);
    };
    add(1);
    try {
      return await call();
    } finally {
      add(-1);
    }
  }

  #count(of: string): number {
    return this.#counts.get(of) ?? 0;
  }
}

function change(sums: Map<string, number>, of: string, by: number): void {
  const sum = (sums.get(of) ?? 0) + by;
  if (sum === 0) sums.delete(of);
  else sums.set(of, sum);
}
