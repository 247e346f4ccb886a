import type { TransferLink } from "./transfer-link.js";
import { TransferError, Transfer } from "./transfer.js";
import type { KeepOptions, OriginHead } from "./messages.js";

/** An address that has answered. A caller that does not `keep` its body calls `drop`. */
export interface Opened extends OriginHead {
  /**
   * Streams the body into the store under a key and returns the number of bytes. `check` is called every 32
   * MB and ends the transfer by throwing. Once the promise rejects, for whatever reason, no more bytes move.
   */
  keep(key: string, options: KeepOptions, check: (bytes: number) => Promise<void>): Promise<number>;
  drop(): void;
}

/**
 * Carries media bytes between addresses, the store and local files, outside of this process's event loop
 * where possible (ADR-0008). Every method rejects with GuardedFetchError, TooManyBytes, TransferError, or the
 * signal's reason.
 */
export class MediaTransfers {
  readonly #link: TransferLink;

  constructor(link: TransferLink) {
    this.#link = link;
  }

  /** Opens an address through the guard. The signal ends the whole transfer, including `keep`. */
  async fetch(url: string, signal: AbortSignal): Promise<Opened> {
    const transfer = this.#begin(signal);
    transfer.send({ verb: "fetch", url });
    const head = await transfer.opened;
    return {
      ...head,
      async keep(key, options, check) {
        transfer.onArrived = (bytes) => void check(bytes).catch((error: unknown) => transfer.cancel(error));
        transfer.send({ verb: "keep", key, ...options });
        return (await transfer.ended) ?? 0;
      },
      drop: () => transfer.cancel(new TransferError("ended", "Nobody wanted it.")),
    };
  }

  /** Copies a stored file to a path of this machine and returns false if there is no such file. */
  async copyOut(key: string, path: string, signal: AbortSignal): Promise<boolean> {
    const transfer = this.#begin(signal);
    transfer.send({ verb: "copyOut", key, path });
    return (await transfer.ended) !== null;
  }

  /** Ends all running transfers. */
  stop(): Promise<void> {
    return this.#link.stop();
  }

  #begin(signal: AbortSignal): Transfer {
    signal.throwIfAborted();
    const transfer: Transfer = this.#link.begin();
    const abort = () => transfer.cancel(signal.reason);
    signal.addEventListener("abort", abort, { once: true });
    void transfer.ended.catch(() => {}).then(() => signal.removeEventListener("abort", abort));
    return transfer;
  }
}
