/**
 * The difference in milliseconds between the advances of the wall clock and of the steady clock above which
 * the wall clock was set or the machine slept.
 */
const LEAP_MS = 1000;

let apart = Date.now() - performance.now();
let asleep = 0;

/**
 * Returns the milliseconds that have passed, by a clock that never goes back. The count includes the time
 * while the process was stopped and, once the wall clock shows it, the time while the machine slept, during
 * which the steady clock of the process stands still.
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
/** The length of a stop in milliseconds after which waiting clients may have given up. */
const LONG_MS = 10_000;
/**
 * The milliseconds after a stop within which everything that arrived during the stop has been read from the
 * sockets.
 */
const READ_UP_MS = 2000;

/** Notices that this process was stopped, or that its event loop stood still, for a long time. */
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

  /**
   * Returns true while data that is read from a socket may have waited there during a long stop that has just
   * ended.
   */
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
/**
 * A measurement with a longer round trip, for example because the process was stopped meanwhile, is too
 * inexact to be used.
 */
const MOST_ROUND_TRIP_MS = 1000;
/** The greatest drift between two clocks, in milliseconds per millisecond. */
const DRIFT = 0.0005;

interface Sample {
  /** The milliseconds by which the database's clock is ahead of `elapsed()`. */
  offset: number;
  /** The greatest error of `offset` in milliseconds. */
  error: number;
  at: number;
}

/** The database, as far as the shared clock asks it. */
interface DatabaseClock {
  readNow(): Promise<number>;
}

/**
 * The clock that all processes of a deployment share, which is the database's clock. Each process measures it
 * every few seconds, because the processes' own clocks may be hours apart.
 */
export class SharedClock {
  #best: Sample | null = null;
  #timer: NodeJS.Timeout | null = null;

  /** Returns the database's time in milliseconds since the epoch, or null before the first measurement. */
  now(): number | null {
    return this.#best === null ? null : elapsed() + this.#best.offset;
  }

  /**
   * Measures the clock once now and then every few seconds. While the database cannot be reached, the last
   * measurement stays in use.
   */
  async follow(database: DatabaseClock): Promise<void> {
    await this.measure(database);
    this.#timer = setInterval(() => void this.measure(database).catch(() => {}), MEASURE_MS).unref();
  }

  stop(): void {
    if (this.#timer !== null) clearInterval(this.#timer);
  }

  async measure(database: DatabaseClock): Promise<void> {
    const asked = elapsed();
    const now = await database.readNow();
    const at = elapsed();
    if (at - asked > MOST_ROUND_TRIP_MS) return;
    this.take({ offset: now - (asked + at) / 2, error: (at - asked) / 2 + 1, at });
  }

  /**
   * Keeps the more exact of two measurements. A new one that contradicts the old one shows that the
   * database's clock was set, so the new one is kept.
   */
  take(sample: Sample): void {
    const best = this.#best;
    if (best === null) return void (this.#best = sample);
    const error = best.error + (sample.at - best.at) * DRIFT;
    const isContradicted = Math.abs(best.offset - sample.offset) > error + sample.error;
    if (isContradicted || sample.error <= error) this.#best = sample;
  }
}
