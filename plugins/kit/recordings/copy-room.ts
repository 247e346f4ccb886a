import { TurnsByAccount } from "../../../runtime/process/studio/turns-by-account.js";

/** The bytes that are taken for one recording. */
export interface Taken {
  /** Gives back all but so many bytes. */
  shrinkTo(bytes: number): void;
  /** Gives all of it back. */
  end(): void;
}

export interface CopyRoomLimits {
  all: number;
  ofAccount: number;
}

interface Waiting {
  account: string;
  bytes: number;
  grant(): void;
}

const GB = 2 ** 30;

/**
 * The bytes on disk of all recordings that a process copies to cut them. Accounts take turns, and an account has a share.
 * One recording is always allowed, however large.
 */
export class CopyRoom {
  readonly #limits: CopyRoomLimits;
  readonly #waiting = new TurnsByAccount<Waiting>();
  readonly #ofAccount = new Map<string, number>();
  #all = 0;
  /** The one whose turn it is; nobody goes before it. */
  #next: Waiting | null = null;

  constructor(limits: CopyRoomLimits) {
    this.#limits = limits;
  }

  /** Takes bytes, in turn. Rejects with the signal's reason. */
  take(account: string, bytes: number, signal: AbortSignal): Promise<Taken> {
    return new Promise((resolve, reject) => {
      if (signal.aborted) return reject(signal.reason);
      const aborted = (): void => {
        this.#drop(waiting);
        reject(signal.reason);
      };
      const waiting: Waiting = {
        account,
        bytes,
        grant: () => {
          signal.removeEventListener("abort", aborted);
          resolve(this.#lend(account, bytes));
        },
      };
      signal.addEventListener("abort", aborted, { once: true });
      this.#waiting.add(waiting);
      this.#grant();
    });
  }

  #lend(account: string, bytes: number): Taken {
    let left = bytes;
    const shrinkTo = (to: number): void => {
      if (to >= left) return;
      this.#change(account, to - left);
      left = to;
      this.#grant();
    };
    return { shrinkTo, end: () => shrinkTo(0) };
  }

  #grant(): void {
    for (;;) {
      this.#next ??= this.#waiting.take(({ account, bytes }) => {
        const own = this.#ofAccount.get(account) ?? 0;
        return own === 0 || own + bytes <= this.#limits.ofAccount;
      });
      const next = this.#next;
      if (next === null || (this.#all > 0 && this.#all + next.bytes > this.#limits.all)) return;
      this.#next = null;
      this.#change(next.account, next.bytes);
      next.grant();
    }
  }

  #drop(waiting: Waiting): void {
    if (this.#next === waiting) this.#next = null;
    else this.#waiting.remove(waiting);
    this.#grant();
  }

  #change(account: string, by: number): void {
    this.#all += by;
    const own = (this.#ofAccount.get(account) ?? 0) + by;
    if (own === 0) this.#ofAccount.delete(account);
    else this.#ofAccount.set(account, own);
  }
}

/** The room of this process. */
export const copyRoom = new CopyRoom({ all: 4 * GB, ofAccount: 2 * GB });
