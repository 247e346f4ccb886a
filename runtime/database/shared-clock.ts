import type { Database } from "./database.js";
import { elapsed } from "../process/elapsed.js";
import { reader } from "./transaction.js";

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
  async follow(database: Database): Promise<void> {
    await this.measure(database);
    this.#timer = setInterval(() => void this.measure(database).catch(() => {}), MEASURE_MS).unref();
  }

  stop(): void {
    if (this.#timer !== null) clearInterval(this.#timer);
  }

  async measure(database: Database): Promise<void> {
    const asked = elapsed();
    const [row] = await reader(database).query<{ now: number | string }>(`SELECT ${database.now} AS now`);
    const at = elapsed();
    if (at - asked > MOST_ROUND_TRIP_MS) return;
    this.take({ offset: Number(row?.now) - (asked + at) / 2, error: (at - asked) / 2 + 1, at });
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
