import { currentCaller } from "./caller.js";
import { FairLine } from "./fair-line.js";

/** Of the connections, so much one caller may hold at once. */
const SHARE = 0.4;

interface Waiting {
  caller: string | null;
  grant(): void;
}

/**
 * So many hold a connection of a server at once, and callers take turns. A hundred transactions of one account wait for each
 * other's rows: they would fill the pool, and have everybody else wait behind all of them. So a caller never holds more than
 * a part of the connections; the process itself may.
 */
export class ConnectionTurns {
  #free: number;
  readonly #most: number;
  readonly #held = new Map<string, number>();
  readonly #waiting = new FairLine<Waiting>();

  constructor(size: number) {
    this.#free = size;
    this.#most = Math.max(1, Math.ceil(size * SHARE));
  }

  /** Waits for the caller's turn. Gives the function that lets others have it; called again, it does nothing. */
  async take(): Promise<() => void> {
    const caller = currentCaller();
    if (this.#free === 0 || !this.#mayHave(caller))
      await new Promise<void>((grant) => this.#waiting.add({ caller, grant }));
    else this.#give(caller);
    let isHeld = true;
    return () => {
      if (isHeld) this.#giveBack(caller);
      isHeld = false;
    };
  }

  #mayHave(caller: string | null): boolean {
    return caller === null || (this.#held.get(caller) ?? 0) < this.#most;
  }

  #give(caller: string | null): void {
    this.#free -= 1;
    if (caller !== null) this.#held.set(caller, (this.#held.get(caller) ?? 0) + 1);
  }

  #giveBack(caller: string | null): void {
    this.#free += 1;
    const held = caller === null ? 0 : (this.#held.get(caller) ?? 0) - 1;
    if (caller !== null && held > 0) this.#held.set(caller, held);
    else if (caller !== null) this.#held.delete(caller);
    const next = this.#waiting.take((each) => this.#mayHave(each));
    if (next === null) return;
    this.#give(next.caller);
    next.grant();
  }
}
