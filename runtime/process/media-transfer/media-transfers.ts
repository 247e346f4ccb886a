import type { TransferLink } from "./transfer-link.js";
import { TransferError, Transfer } from "./transfer.js";
import type { KeepOptions, OriginHead } from "./messages.js";

/** An address that has answered. A caller that does not `keep` it calls `drop`. */
export interface Opened extends OriginHead {
  /**
   * Streams the body into the store under a key, and gives its bytes; `check` is asked every 32 MB and ends it by
   * throwing. Whatever ends it, nothing moves any more once it rejects.
   */
  keep(key: string, options: KeepOptions, check: (bytes: number) => Promise<void>): Promise<number>;
  drop(): void;
}

/**
 * Carries media bytes between addresses, the store and local files, off this process's event loop where it can
 * (ADR-0008). Every verb rejects with GuardedFetchError, TooManyBytes, TransferError, or the
 * signal's reason.
 */
export class MediaTransfers {
  readonly #link: TransferLink;

  constructor(link: TransferLink) {
    this.#link = link;
  }

  /** Opens an address through the guard. The signal ends the whole transfer, `keep` included. */
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

  /** Copies a stored file to a path of this machine; false when there is none. */
  async copyOut(key: string, path: string, signal: AbortSignal): Promise<boolean> {
    const transfer = this.#begin(signal);
    transfer.send({ verb: "copyOut", key, path });
    return (await transfer.ended) !== null;
  }

  /** Ends what is in hand. */
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
