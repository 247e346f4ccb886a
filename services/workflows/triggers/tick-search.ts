import { Cron } from "croner";
import type { ScheduleSettings } from "../../../contracts/workflow-triggers.js";
import { loopTurns } from "../../../runtime/process/loop-turns.js";
import { canonicalZone } from "./time-zone.js";

const DAY_MS = 86_400_000;
/**
 * The years in which a tick is searched. The longest distance between two days that an expression names is that of two 29ths of
 * February on the same day of the week, which are 40 years apart where a year such as 2100 has none.
 */
const YEARS = 41;
/**
 * The whole years without a tick whose days the expression names, after which the search ends: the hours that it names are
 * those that a change of clocks skips in each of them.
 */
const MOST_SKIPPED = 8;

/**
 * The ticks of a schedule (rules/workflows 48). A year is searched at a time, because the library needs milliseconds for
 * a year of an unusual expression; other work has its turn between two years. There are 14 kinds of years, by the weekday
 * on which they begin and by whether they have a 29th of February, so that a kind in which the expression names no day is
 * searched once.
 */
export class Ticks {
  /** The time zone by its canonical name, for which the library retains a formatter for as long as the process runs. */
  readonly timeZone: string;
  /** The number of years that have been searched. */
  searched = 0;
  /** The expression with its seconds, without a year. */
  readonly #cron: string;
  readonly #emptyKinds = new Map<string, boolean>();
  #last: { year: number; cron: Cron } | null = null;

  constructor({ cron, timeZone }: ScheduleSettings) {
    this.timeZone = canonicalZone(timeZone) ?? timeZone;
    const fields = cron.trim().split(/\s+/);
    this.#cron = (fields.length === 5 ? ["0", ...fields] : fields).join(" ");
  }

  /**
   * Returns the first tick after a moment; null when there is none. A time that a change of clocks skips comes right
   * after the gap, and one that occurs twice counts the first time. A rule for every hour or minute follows the real
   * time. Throws the library's error for an expression or a zone that cannot be read.
   */
  async after(at: number): Promise<number | null> {
    // No zone is a day behind UTC, so its year is that of the day before, or the next one.
    const first = new Date(at - DAY_MS).getUTCFullYear();
    let skipped = 0;
    for (let year = first; year <= first + YEARS && skipped < MOST_SKIPPED; year += 1) {
      await loopTurns.pause();
      if (year > first && this.#isEmpty(year)) continue;
      const tick = this.#search(this.#inYear(year), at);
      if (tick !== null) return tick;
      if (year > first + 1) skipped += 1;
    }
    return null;
  }

  /** Returns whether the expression names no day of a year. In UTC, where no time is skipped, it has no tick then. */
  #isEmpty(year: number): boolean {
    const begin = Date.UTC(year, 0, 1);
    const kind = `${new Date(begin).getUTCDay()} ${new Date(Date.UTC(year, 1, 29)).getUTCDate()}`;
    const known = this.#emptyKinds.get(kind);
    if (known !== undefined) return known;
    const inUtc = new Cron(`${this.#cron} ${year}`, { timezone: "UTC", paused: true });
    const isEmpty = this.#search(inUtc, begin - 1000) === null;
    this.#emptyKinds.set(kind, isEmpty);
    return isEmpty;
  }

  #search(cron: Cron, at: number): number | null {
    this.searched += 1;
    return cron.nextRun(new Date(at))?.getTime() ?? null;
  }

  #inYear(year: number): Cron {
    if (this.#last?.year === year) return this.#last.cron;
    const cron = new Cron(`${this.#cron} ${year}`, { timezone: this.timeZone, paused: true });
    this.#last = { year, cron };
    return cron;
  }
}
