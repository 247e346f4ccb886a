/** A wall clock that moved so much further than the steady one was set, or the machine slept. */
const LEAP_MS = 1000;

let apart = Date.now() - performance.now();
let asleep = 0;

/**
 * Milliseconds that have passed, by a clock that only goes on: also while the process was stopped, and, once the wall
 * clock says so, while the machine slept, when the steady clock of the process stands still.
 */
export function elapsed(): number {
  const steady = performance.now();
  const leap = Date.now() - steady - apart;
  if (Math.abs(leap) > LEAP_MS) {
    apart += leap;
    if (leap > 0) asleep += leap;
  }
  return steady + asleep;
}

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
