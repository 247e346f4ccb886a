import { TooManyBytes } from "../../../plugins/kit/storage-driver.js";
import { GuardedFetchError } from "../../http/guarded-fetch/index.js";
import type { Event, FailureKind, Order, OriginHead } from "./messages.js";

/**
 * The error of a transfer that ended for a reason outside of its order: the address broke off, the store
 * failed, the transfer process died, or the transfer was ended.
 */
export class TransferError extends Error {
  override readonly name = "TransferError";
  readonly kind: "brokeOff" | "store" | "lost" | "ended";

  constructor(kind: TransferError["kind"], message: string) {
    super(message);
    this.kind = kind;
  }
}

/** The server's end of a transfer. */
export class Transfer {
  readonly #send: (order: Order) => void;
  readonly #opened = Promise.withResolvers<OriginHead>();
  readonly #ended = Promise.withResolvers<number | null>();
  #failure: { reason: unknown } | null = null;
  onArrived: (bytes: number) => void = () => {};

  constructor(send: (order: Order) => void) {
    this.#send = send;
    this.#opened.promise.catch(() => {});
    this.#ended.promise.catch(() => {});
  }

  /** Resolves with the answer of the address; rejects as `ended` does. */
  get opened(): Promise<OriginHead> {
    return this.#opened.promise;
  }

  /**
   * Resolves with the size of the file in bytes (null if there is no such file) once no more bytes move.
   * Rejects with GuardedFetchError, TooManyBytes, TransferError, or the reason given to `cancel`.
   */
  get ended(): Promise<number | null> {
    return this.#ended.promise;
  }

  send(order: Order): void {
    this.#send(order);
  }

  /** Asks the transfer to end; `ended` rejects with the first reason once the transfer has ended. */
  cancel(reason: unknown): void {
    this.#failure ??= { reason };
    this.#send({ verb: "end" });
  }

  take(event: Event): void {
    switch (event.event) {
      case "opened":
        return this.#opened.resolve(event.head);
      case "arrived":
        return this.onArrived(event.bytes);
      case "done":
        // The transfer was done before the cancellation arrived: its file exists, and the process that
        // canceled removes it.
        if (this.#failure === null) return this.#ended.resolve(event.sizeBytes);
        return this.fail(this.#failure.reason);
      case "failed":
        return this.fail(this.#failure === null ? errorOf(event.kind, event.message) : this.#failure.reason);
    }
  }

  fail(error: unknown): void {
    this.#opened.reject(error);
    this.#ended.reject(error);
  }
}

function errorOf(kind: FailureKind, message: string): Error {
  if (kind === "refused" || kind === "unreachable") return new GuardedFetchError(kind, message);
  return kind === "tooMany" ? new TooManyBytes() : new TransferError(kind, message);
}
