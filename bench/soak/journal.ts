/** Disturbance of the deployment with its time. */
export interface Disturbance {
  at: number;
  /** Time of its end, null while it lasts. */
  over: number | null;
  action: "killed" | "frozen" | "restarted";
  target: string;
}

export interface Violation {
  at: number;
  what: string;
}

/** Request that was refused with 503 and `Retry-After`, with the words, or that a kill broke. */
export interface Refusal {
  at: number;
  what: string;
}

/** Time for which a disturbance that is over may still be the reason. */
const ECHO_MS = 2000;

/** Requests of one kind of load, by outcome. */
export interface Count {
  asked: number;
  answered: number;
  /** Number of answers 503 with Retry-After. */
  refused: number;
  /** Number of requests whose process behind the proxy was killed during the request, or before the proxy knew of it. */
  broken: number;
  longestMs: number;
}

/** Record of a run: figures by kind of load, disturbances, and violations. */
export class Journal {
  readonly begun = Date.now();
  readonly counts = new Map<string, Count>();
  readonly disturbances: Disturbance[] = [];
  readonly violations: Violation[] = [];
  readonly refusals: Refusal[] = [];

  count(kind: string): Count {
    const known = this.counts.get(kind);
    if (known !== undefined) return known;
    const fresh = { asked: 0, answered: 0, refused: 0, broken: 0, longestMs: 0 };
    this.counts.set(kind, fresh);
    return fresh;
  }

  /** Returns the sum over all kinds of load. */
  sum(what: "asked" | "refused" | "broken"): number {
    return [...this.counts.values()].reduce((sum, count) => sum + count[what], 0);
  }

  refuse(what: string): void {
    this.refusals.push({ at: Date.now(), what });
  }

  /** Returns how many requests were refused or broken during disturbances of each sort, the most frequent first. */
  blamed(): [sort: string, count: number][] {
    const sorts = this.refusals.map(({ at }) => {
      const last = this.disturbances.findLast((each) => each.at <= at);
      if (last === undefined || (last.over !== null && last.over + ECHO_MS < at)) return "nothing disturbed";
      return `${last.target.replace(/ \d+$/, "")} ${last.action}`;
    });
    const counts = [...Map.groupBy(sorts, (sort) => sort)].map(
      ([sort, all]) => [sort, all.length] as [string, number],
    );
    return counts.toSorted(([, a], [, b]) => b - a);
  }

  violate(what: string, at = Date.now()): void {
    this.violations.push({ at, what });
  }

  /** Records a disturbance. The returned function records its end. */
  disturb(action: Disturbance["action"], target: string): () => void {
    const disturbance: Disturbance = { at: Date.now(), over: null, action, target };
    this.disturbances.push(disturbance);
    return () => (disturbance.over = Date.now());
  }

  /** Returns the seconds since the run began. */
  clock(at: number): string {
    return `${((at - this.begun) / 1000).toFixed(1)} s`;
  }

  /** Returns the first violation with the last disturbance that began before it, or null without any. */
  first(): string | null {
    const first = this.violations.toSorted((a, b) => a.at - b.at)[0];
    if (first === undefined) return null;
    const before = this.disturbances.findLast(({ at }) => at <= first.at);
    const near =
      before === undefined
        ? "nothing had been disturbed yet"
        : `${before.target} was ${before.action} at ${this.clock(before.at)}${before.over === null ? "" : `, over at ${this.clock(before.over)}`}`;
    return `at ${this.clock(first.at)}: ${first.what}\n  (${near})`;
  }
}
