/** The bytes of all bodies that this process may retain, not counting the first body of each owner. */
const MOST_BYTES = 96 * 2 ** 20;
/** An owner may have 1/PARTS of the free bytes, and a webhook 1/PARTS of its owner's share. */
const PARTS = 8;

interface Body {
  owner: string;
  webhook: string;
  bytes: number;
}

/**
 * The long bodies that this process has read and not yet handed to the network (rules/webhooks 19). An owner may
 * always have one, and more while all of theirs take at most an eighth of the free bytes. A webhook may have one
 * of its owner's bodies, and more up to an eighth of the owner's share. So a receiver that does not read what it
 * is sent delays other owners' deliveries only when dozens of receivers do so at once.
 */
export class BodiesInHand {
  #free: number;
  readonly #byOwner = new Map<string, number>();
  readonly #byWebhook = new Map<string, number>();
  readonly #waiting = new Set<() => void>();

  constructor(mostBytes = MOST_BYTES) {
    this.#free = mostBytes;
  }

  /**
   * Waits for room and returns the function that frees it; only its first call has an effect. Throws the signal's
   * abort reason.
   */
  async enter(body: Body, signal: AbortSignal): Promise<() => void> {
    signal.throwIfAborted();
    while (!this.#hasRoom(body)) await this.#change(signal);
    this.#add(body, 1);
    let isIn = true;
    return () => {
      if (!isIn) return;
      isIn = false;
      this.#add(body, -1);
      const waiting = [...this.#waiting];
      this.#waiting.clear();
      for (const look of waiting) look();
    };
  }

  #hasRoom({ owner, webhook, bytes }: Body): boolean {
    const ofOwner = this.#byOwner.get(owner) ?? 0;
    if (ofOwner === 0) return true;
    const most = (this.#free - bytes) / PARTS;
    const ofWebhook = this.#byWebhook.get(webhook) ?? 0;
    return ofOwner + bytes <= most && (ofWebhook === 0 || ofWebhook + bytes <= most / PARTS);
  }

  #add({ owner, webhook, bytes }: Body, sign: 1 | -1): void {
    this.#free -= sign * bytes;
    change(this.#byOwner, owner, sign * bytes);
    change(this.#byWebhook, webhook, sign * bytes);
  }

  /** Resolves when some room has been given back. */
  #change(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    return new Promise((resolve, reject) => {
      const look = (): void => {
        signal.removeEventListener("abort", stop);
        resolve();
      };
      const stop = (): void => {
        this.#waiting.delete(look);
        reject(signal.reason);
      };
      this.#waiting.add(look);
      signal.addEventListener("abort", stop, { once: true });
    });
  }
}

function change(amounts: Map<string, number>, of: string, by: number): void {
  const amount = (amounts.get(of) ?? 0) + by;
  if (amount === 0) amounts.delete(of);
  else amounts.set(of, amount);
}
