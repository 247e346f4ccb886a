import { fits, type Memory, NO_MEMORY } from "./memory.js";
import { TurnsByAccount } from "./turns-by-account.js";

/**
 * `quick`: a request waits for the work, which is done in moments. `long`: the work belongs to a job. Neither
 * lane waits for the other.
 */
export type Lane = "quick" | "long";

export interface Claim {
  readonly account: string;
  readonly lane: Lane;
}

export interface ScheduleOptions {
  /**
   * The number of works of each lane that run at once. Up to two more works of other accounts begin if those
   * have run for a second.
   */
  processes: Readonly<Record<Lane, number>>;
  /** The memory in bytes that all running works together may hold. */
  totalBytes: number;
}

/** Tells the memory that a running work holds at this moment. */
export type MemoryOf<W> = (work: W) => Memory;

interface Begun<W> {
  readonly work: W;
  /** The place of the work in the order in which works began for the first time. */
  readonly turn: number;
  /** The time at which the current run began. */
  since: number;
  /** The time at which the work gave way for the first time; null if it never did. */
  gaveWayAt: number | null;
  /** The most memory that the work held when it gave way. */
  needs: Memory;
}

/**
 * The milliseconds after which a running work no longer keeps another one from beginning, as long as at most
 * MOST_BEYOND more works run than usual.
 */
const LONG_MS = 1000;
const MOST_BEYOND = 2;
/** The milliseconds for which a work that gave way waits for memory that nobody has to leave. */
const PATIENCE_MS = 1000;

/**
 * Decides which work begins, and which works give way while all together hold too much memory. It knows no
 * processes and no clock.
 *
 * A work that gave way is settled from then on: it begins again before any work that has not begun yet, after
 * a second also where works that never gave way have to leave for it, and it gives way again only to settled
 * works that began before it for the first time. So the settled work whose turn is the earliest always goes on
 * to its end, and each work has that place after a bounded number of others, whatever else is asked for meanwhile.
 */
export class Schedule<W extends Claim> {
  readonly #options: ScheduleOptions;
  readonly #fresh: Readonly<Record<Lane, TurnsByAccount<W>>> = {
    quick: new TurnsByAccount(),
    long: new TurnsByAccount(),
  };
  /** The works that gave way and wait to begin again, in the order of their turns. */
  #away: Begun<W>[] = [];
  #running: Begun<W>[] = [];
  #turns = 0;
  /** The lane of the latest work that began again. */
  #latestAgain: Lane = "long";

  constructor(options: ScheduleOptions) {
    this.#options = options;
  }

  add(work: W): void {
    this.#fresh[work.lane].add(work);
  }

  /** Removes a work that has ended, or that nobody wants any more. */
  remove(work: W): void {
    this.#fresh[work.lane].remove(work);
    this.#running = this.#running.filter((each) => each.work !== work);
    this.#away = this.#away.filter((each) => each.work !== work);
  }

  /** Returns the next work that begins now and counts as running from now on; null if none may. */
  next(now: number, memoryOf: MemoryOf<W>): W | null {
    const begun = this.#again(now, memoryOf) ?? this.#first("quick", now) ?? this.#first("long", now);
    if (begun === null) return null;
    begun.since = now;
    this.#running.push(begun);
    return begun.work;
  }

  /**
   * Returns the works that have to be ended now, so that the others fit in memory; they begin again later. The
   * most senior work always goes on, and each other one if it fits beside those that are senior to it and go
   * on.
   */
  giveWay(now: number, memoryOf: MemoryOf<W>): W[] {
    const staying: Memory[] = [];
    const leaving = this.#running.toSorted(bySeniority).filter((begun) => {
      const held = memoryOf(begun.work);
      if (fits([...staying, held], this.#options.totalBytes)) return void staying.push(held);
      begun.gaveWayAt ??= now;
      begun.needs = larger(begun.needs, held);
      return true;
    });
    this.#running = this.#running.filter((begun) => !leaving.includes(begun));
    this.#away = [...this.#away, ...leaving].toSorted((a, b) => a.turn - b.turn);
    return leaving.map(({ work }) => work);
  }

  /**
   * Takes a work that begins again now. The lanes take turns, so that neither short works nor jobs hold up
   * the other kind for longer than one of them runs. If the work whose turn it is has to wait for the most senior
   * running work to end, another one may begin first, provided that both fit beside the rest once that one has ended.
   */
  #again(now: number, memoryOf: MemoryOf<W>): Begun<W> | null {
    const next = this.#away.find(({ work }) => work.lane !== this.#latestAgain) ?? this.#away[0];
    if (next === undefined) return null;
    if (this.#mayBeginAgain(next, now, memoryOf)) {
      this.#latestAgain = next.work.lane;
      return this.#leaveAway(next);
    }
    const [, ...others] = this.#holding(isSettled, memoryOf);
    const ahead = this.#away.find(
      (each) =>
        each !== next &&
        fits([...others, each.needs, next.needs], this.#options.totalBytes) &&
        this.#mayBeginAgain(each, now, memoryOf),
    );
    return ahead === undefined ? null : this.#leaveAway(ahead);
  }

  /**
   * Tells whether a work that gave way may begin again: it waits for a place in its lane and for memory, after
   * a second only for memory that settled works hold.
   */
  #mayBeginAgain({ work, gaveWayAt, needs }: Begun<W>, now: number, memoryOf: MemoryOf<W>): boolean {
    const isDue = now - (gaveWayAt ?? now) >= PATIENCE_MS;
    if (!isDue && !this.#hasPlace(work.lane, now)) return false;
    const held = this.#holding((each) => !isDue || isSettled(each), memoryOf);
    return fits([...held, needs], this.#options.totalBytes);
  }

  /** Returns what running works hold and are known to need, the most senior work first. */
  #holding(which: (begun: Begun<W>) => boolean, memoryOf: MemoryOf<W>): Memory[] {
    const works = this.#running.filter(which).toSorted(bySeniority);
    return works.map(({ work, needs }) => larger(needs, memoryOf(work)));
  }

  #leaveAway(begun: Begun<W>): Begun<W> {
    this.#away = this.#away.filter((each) => each !== begun);
    return begun;
  }

  #first(lane: Lane, now: number): Begun<W> | null {
    if (!this.#hasPlace(lane, now)) return null;
    const begun = [...this.#running, ...this.#away].filter(({ work }) => work.lane === lane);
    const work = this.#fresh[lane].take(
      ({ account }) => !begun.some((other) => other.work.account === account),
    );
    if (work === null) return null;
    return { work, turn: this.#turns++, since: now, gaveWayAt: null, needs: NO_MEMORY };
  }

  #hasPlace(lane: Lane, now: number): boolean {
    const own = this.#running.filter(({ work }) => work.lane === lane);
    const gone = own.filter(({ since }) => now - since > LONG_MS).length;
    return own.length < this.#options.processes[lane] + Math.min(gone, MOST_BEYOND);
  }
}

const isSettled = <W>({ gaveWayAt }: Begun<W>): boolean => gaveWayAt !== null;

/**
 * Sorts the most senior work first and the one that gives way first last: settled works by their turns, then works
 * of the lane `quick`, then jobs, the earlier run first.
 */
const bySeniority = <W extends Claim>(one: Begun<W>, other: Begun<W>): number =>
  rank(one) - rank(other) || (isSettled(one) ? one.turn - other.turn : one.since - other.since);

const rank = <W extends Claim>(begun: Begun<W>): number =>
  isSettled(begun) ? 0 : begun.work.lane === "quick" ? 1 : 2;

const larger = (one: Memory, other: Memory): Memory => ({
  ownBytes: Math.max(one.ownBytes, other.ownBytes),
  sharedBytes: Math.max(one.sharedBytes, other.sharedBytes),
});
