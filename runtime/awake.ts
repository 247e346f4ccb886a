import { elapsed } from "./elapsed.js";

const BEAT_MS = 1000;
/** After a stop of this length those who wait may have given up. */
const LONG_MS = 10_000;
/** By then what came during a stop has been read from the sockets. */
const READ_UP_MS = 2000;

/** Notices that this process was stopped, or its event loop stood still, for long. */
export class Awake {
  readonly #clock: () => number;
  readonly #timer: NodeJS.Timeout;
  #last: number;
  #doubtUntil = -Infinity;

  constructor(clock: () => number = elapsed) {
    this.#clock = clock;
    this.#last = clock();
    this.#timer = setInterval(() => this.isBehind(), BEAT_MS).unref();
  }

  /** Whether what is read from a socket now may be as old as a long stop that is just over. */
  isBehind(): boolean {
    const now = this.#clock();
    if (now - this.#last > LONG_MS) this.#doubtUntil = now + READ_UP_MS;
    this.#last = now;
    return now < this.#doubtUntil;
  }

  stop(): void {
    clearInterval(this.#timer);
  }
}
