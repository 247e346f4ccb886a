import type { CarrierLink } from "./carrier-link.js";
import { CarrierError, Errand } from "./errand.js";
import type { KeepOptions, OriginHead } from "./messages.js";

/** An address that has answered. Whoever does not `keep` it calls `drop`. */
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
 * (docs/decisions/0008-imports-beside-the-api.md). Every verb rejects with GuardedFetchError, TooManyBytes, CarrierError, or the
 * signal's reason.
 */
export class Carrier {
  readonly #link: CarrierLink;

  constructor(link: CarrierLink) {
    this.#link = link;
  }

  /** Opens an address through the guard. The signal ends the whole errand, `keep` included. */
  async fetch(url: string, signal: AbortSignal): Promise<Opened> {
    const errand = this.#begin(signal);
    errand.send({ verb: "fetch", url });
    const head = await errand.opened;
    return {
      ...head,
      async keep(key, options, check) {
        errand.onArrived = (bytes) => void check(bytes).catch((error: unknown) => errand.cancel(error));
        errand.send({ verb: "keep", key, ...options });
        return (await errand.ended) ?? 0;
      },
      drop: () => errand.cancel(new CarrierError("ended", "Nobody wanted it.")),
    };
  }

  /** Copies a stored file to a path of this machine; false when there is none. */
  async copyOut(key: string, path: string, signal: AbortSignal): Promise<boolean> {
    const errand = this.#begin(signal);
    errand.send({ verb: "copyOut", key, path });
    return (await errand.ended) !== null;
  }

  /** Ends what is in hand. */
  stop(): Promise<void> {
    return this.#link.stop();
  }

  #begin(signal: AbortSignal): Errand {
    signal.throwIfAborted();
    const errand: Errand = this.#link.begin();
    const abort = () => errand.cancel(signal.reason);
    signal.addEventListener("abort", abort, { once: true });
    void errand.ended.catch(() => {}).then(() => signal.removeEventListener("abort", abort));
    return errand;
  }
}
