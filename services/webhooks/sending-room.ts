/** Of the bytes of bodies that a process has in hand, over all queues. */
const MOST_BYTES = 64 * 2 ** 20;

/** An amount of which each owner has at most as much as is left free. */
class Shares {
  readonly #most: number;
  #used = 0;
  readonly #byOwner = new Map<string, number>();

  constructor(most: number) {
    this.#most = most;
  }

  hasRoom(owner: string, amount: number): boolean {
    if (this.#used === 0) return true;
    const own = (this.#byOwner.get(owner) ?? 0) + amount;
    return own <= this.#most - this.#used - amount;
  }

  change(owner: string, amount: number): void {
    this.#used += amount;
    const own = (this.#byOwner.get(owner) ?? 0) + amount;
    if (own === 0) this.#byOwner.delete(owner);
    else this.#byOwner.set(owner, own);
  }
}

/**
 * The attempts that this process makes at once, and the bytes of their bodies. An owner has at most as many of both as are left free:
 * who is alone has half, two have a third each. So others find room at once, however many webhooks, projects and documents
 * somebody has whose receivers hang (rules/webhooks 10).
 */
export class SendingRoom {
  readonly #attempts = new Map<string, Shares>();
  readonly #bytes: Shares;

  /** `attempts`: the most of each queue. */
  constructor(attempts: Readonly<Record<string, number>>, { mostBytes = MOST_BYTES } = {}) {
    for (const [queue, most] of Object.entries(attempts)) this.#attempts.set(queue, new Shares(most));
    this.#bytes = new Shares(mostBytes);
  }

  /** Takes room for an attempt; gives the function that gives it back, or null where the owner has no more. */
  enter(queue: string, owner: string, bytes: number): (() => void) | null {
    const attempts = this.#attempts.get(queue);
    if (attempts === undefined) throw new Error(`There is no queue ${queue}.`);
    if (!attempts.hasRoom(owner, 1) || !this.#bytes.hasRoom(owner, bytes)) return null;
    attempts.change(owner, 1);
    this.#bytes.change(owner, bytes);
    return () => {
      attempts.change(owner, -1);
      this.#bytes.change(owner, -bytes);
    };
  }
}

const LEAST_PAUSE_MS = 200;
const MOST_PAUSE_MS = 30_000;

/**
 * When a delivery without room looks again that has been due since then: about as long after as it has waited already, so that
 * thousands that wait for their owner's room cost next to nothing.
 */
export function pauseFor(dueSince: number, now = Date.now(), random: () => number = Math.random): number {
  const waited = Math.min(MOST_PAUSE_MS, Math.max(LEAST_PAUSE_MS, now - dueSince));
  return Math.round(waited * (0.75 + random() / 2));
}
