import { setImmediate } from "node:timers/promises";
import type { Scheduler } from "../../../engines/batch-writer/index.js";

/** A scheduler on which nothing happens until the test says so. */
export class ManualScheduler implements Scheduler {
  #now = 0;
  #soon: (() => void)[] = [];
  #timers: { at: number; work: () => void }[] = [];

  soon(work: () => void): void {
    this.#soon.push(work);
  }

  after(ms: number, work: () => void): () => void {
    const timer = { at: this.#now + ms, work };
    this.#timers.push(timer);
    return () => {
      this.#timers = this.#timers.filter((each) => each !== timer);
    };
  }

  /** How many timers are set. */
  get timers(): number {
    return this.#timers.length;
  }

  /** Lets all promises go on that can, without a turn. */
  async rest(): Promise<void> {
    await setImmediate();
  }

  /** Does what was left for the next turn, and no more than that. */
  async turn(): Promise<void> {
    const due = this.#soon;
    this.#soon = [];
    for (const work of due) work();
    await this.rest();
  }

  /** Lets time pass, without a turn. */
  async elapse(ms: number): Promise<void> {
    this.#now += ms;
    const due = this.#timers.filter(({ at }) => at <= this.#now);
    this.#timers = this.#timers.filter(({ at }) => at > this.#now);
    for (const { work } of due) work();
    await this.rest();
  }
}
