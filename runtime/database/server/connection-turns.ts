import { currentCaller } from "../../concurrency/current-call.js";
import { KINDS, type Kind, kindOfWork, NOTHING_RESERVED, type Reserved } from "./connection-kinds.js";
import { FairQueue } from "../../concurrency/fair-queue.js";

/** The share of the connections that one caller may hold at once. */
const SHARE = 0.4;

interface Waiting {
  caller: string | null;
  grant(): void;
}

/**
 * The turns in which callers get the connections to a server. A hundred transactions of one account wait for each other's
 * rows: they would fill the pool, and all other callers would wait behind them. So one caller never holds more than a part
 * of the connections; work of the process itself has no such limit. In addition each kind of work may always use as many
 * connections as are reserved for it: long lists leave connections for requests, and neither of them takes all connections from
 * background work (ADR-0080).
 */
export class ConnectionTurns {
  #free: number;
  readonly #most: number;
  readonly #reserved: Reserved;
  readonly #inUse = new Map<string, number>();
  readonly #inUseBy: Record<Kind, number> = { requests: 0, background: 0, longReads: 0 };
  /** The callers that wait, by kind of work. The kind that got a connection last stands at the end. */
  readonly #waiting = new Map<Kind, FairQueue<Waiting>>(KINDS.map((kind) => [kind, new FairQueue()]));

  constructor(size: number, reserved: Reserved = NOTHING_RESERVED) {
    this.#free = size;
    this.#most = Math.max(1, Math.ceil(size * SHARE));
    this.#reserved = reserved;
  }

  /** Waits for the caller's turn. Returns the function that ends the turn; further calls of that function do nothing. */
  async take(): Promise<() => void> {
    const caller = currentCaller();
    const kind = kindOfWork();
    if (!this.#isLeftFor(kind) || !this.#mayHave(caller))
      await new Promise<void>((grant) => this.#waiting.get(kind)?.add({ caller, grant }));
    else this.#give(caller, kind);
    let isTaken = true;
    return () => {
      if (isTaken) this.#giveBack(caller, kind);
      isTaken = false;
    };
  }

  /** Tells whether a connection is free beyond those that the other kinds may still claim from their reserved ones. */
  #isLeftFor(kind: Kind): boolean {
    let claimed = 0;
    for (const other of KINDS)
      if (other !== kind) claimed += Math.max(0, this.#reserved[other] - this.#inUseBy[other]);
    return this.#free > claimed;
  }

  #mayHave(caller: string | null): boolean {
    return caller === null || (this.#inUse.get(caller) ?? 0) < this.#most;
  }

  #give(caller: string | null, kind: Kind): void {
    this.#free -= 1;
    this.#inUseBy[kind] += 1;
    if (caller !== null) this.#inUse.set(caller, (this.#inUse.get(caller) ?? 0) + 1);
  }

  #giveBack(caller: string | null, kind: Kind): void {
    this.#free += 1;
    this.#inUseBy[kind] -= 1;
    const left = caller === null ? 0 : (this.#inUse.get(caller) ?? 0) - 1;
    if (caller !== null && left > 0) this.#inUse.set(caller, left);
    else if (caller !== null) this.#inUse.delete(caller);
    while (this.#passOn());
  }

  /** Gives a connection to the next caller that waits and may have one. Returns false when there is no such caller. */
  #passOn(): boolean {
    for (const [kind, queue] of this.#waiting) {
      if (queue.size === 0 || !this.#isLeftFor(kind)) continue;
      const next = queue.take((each) => this.#mayHave(each));
      if (next === null) continue;
      this.#waiting.delete(kind);
      this.#waiting.set(kind, queue);
      this.#give(next.caller, kind);
      next.grant();
      return true;
    }
    return false;
  }
}
