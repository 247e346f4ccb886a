import { ServiceError } from "../../../contracts/errors.js";

/**
 * The most calls of one service, on all its nodes, that wait for answers at the same time. The first call of
 * an account may exceed it.
 */
const MOST_OF_SERVICE = 256;
/** The most waiting calls of one account among them; the limit is lower where few are left. */
const MOST_OF_ACCOUNT = 32;
/** The share of the remaining calls that one account may have. */
const SHARE = 1 / 4;
/** The most waiting calls of one service with those of accounts that have no other call waiting there. */
const MOST_WITH_FIRST_CALLS = 512;
/** The most bytes of the bodies of all calls, which stay in memory until they are answered. */
const MOST_BYTES = 64 * 1024 * 1024;
/**
 * The most bytes of bodies for one service, and for one account to all services, so that neither takes the
 * room of the others.
 */
const MOST_BYTES_OF_SERVICE = 32 * 1024 * 1024;
const MOST_BYTES_OF_ACCOUNT = 16 * 1024 * 1024;
/** The most bytes of the first body of an account, which has room beyond the limit of all bodies. */
const FIRST_BYTES = 256 * 1024;
const MOST_BYTES_WITH_FIRST = 96 * 1024 * 1024;

const retry = { details: { retryAfterSeconds: 2 } };

/**
 * The calls of external services that wait for answers. A service that hangs takes a bounded number of
 * places. An account may have a share of the remaining places, so that some always remain, however many
 * accounts ask for all that they may have. An account that waits for nothing of the service has a place in
 * any case.
 */
export class InFlight {
  readonly #counts = new Map<string, number>();
  /** The bytes of bodies: of all calls under "all", and of each service and account. */
  readonly #bytes = new Map<string, number>();

  /**
   * Runs a call. Throws `rate_limited` when the account, and `unavailable` when the service or the process,
   * has too many calls already.
   */
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
