import type { Database } from "../database/database.js";

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

const MEASURE_MS = 10_000;
/** A look that took longer, behind others or across a freeze, says too little. */
const MOST_ROUND_TRIP_MS = 1000;
/** By how much two clocks drift apart at worst, in milliseconds a millisecond. */
const DRIFT = 0.0005;

interface Sample {
  /** How far the database's clock is ahead of `elapsed()`. */
  offset: number;
  /** By how much it may be wrong. */
  error: number;
  at: number;
}

/**
 * The clock that all processes of a deployment share: the database's, as each of them knows it from looking at it every
 * few seconds. Their own clocks may be hours apart.
 */
export class SharedClock {
  #best: Sample | null = null;
  #timer: NodeJS.Timeout | null = null;

  /** Milliseconds since the epoch, by the database; null as long as nobody could look. */
  now(): number | null {
    return this.#best === null ? null : elapsed() + this.#best.offset;
  }

  /** Looks once, and then every few seconds. A database that is away leaves the clock as it goes. */
  async follow(database: Pick<Database, "readNow">): Promise<void> {
    await this.measure(database);
    this.#timer = setInterval(() => void this.measure(database).catch(() => {}), MEASURE_MS).unref();
  }

  stop(): void {
    if (this.#timer !== null) clearInterval(this.#timer);
  }

  async measure(database: Pick<Database, "readNow">): Promise<void> {
    const asked = elapsed();
    const now = await database.readNow();
    const at = elapsed();
    if (at - asked > MOST_ROUND_TRIP_MS) return;
    this.take({ offset: now - (asked + at) / 2, error: (at - asked) / 2 + 1, at });
  }

  /** Keeps the surer of two looks; one that contradicts the other shows that the database's clock was set. */
  take(sample: Sample): void {
    const best = this.#best;
    if (best === null) return void (this.#best = sample);
    const error = best.error + (sample.at - best.at) * DRIFT;
    const isContradicted = Math.abs(best.offset - sample.offset) > error + sample.error;
    if (isContradicted || sample.error <= error) this.#best = sample;
  }
}
