/** What was done to the deployment, and when. */
export interface Disturbance {
  at: number;
  /** Null while it lasts. */
  over: number | null;
  action: "killed" | "frozen" | "restarted";
  target: string;
}

export interface Violation {
  at: number;
  what: string;
}

/** A request that was refused with 503 and `Retry-After`, and in which words, or that a kill broke. */
export interface Refusal {
  at: number;
  what: string;
}

/** What was disturbed until so short a time ago may still be the reason. */
const ECHO_MS = 2000;

/** Requests of one kind of load, by what became of them. */
export interface Count {
  asked: number;
  answered: number;
  /** 503 with Retry-After. */
  refused: number;
  /** The process behind the proxy was killed under the request, or before the proxy knew of it. */
  broken: number;
  longestMs: number;
}

/** Everything that a run has seen: figures by kind of load, disturbances, and what must not have happened. */
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

  /** Over all kinds of load. */
  sum(what: "asked" | "refused" | "broken"): number {
    return [...this.counts.values()].reduce((sum, count) => sum + count[what], 0);
  }

  refuse(what: string): void {
    this.refusals.push({ at: Date.now(), what });
  }

  /** How many requests were refused or broken during disturbances of each sort, the most frequent first. */
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

  /** Notes a disturbance; the function given notes its end. */
  disturb(action: Disturbance["action"], target: string): () => void {
    const disturbance: Disturbance = { at: Date.now(), over: null, action, target };
    this.disturbances.push(disturbance);
    return () => (disturbance.over = Date.now());
  }

  /** Seconds since the run began. */
  clock(at: number): string {
    return `${((at - this.begun) / 1000).toFixed(1)} s`;
  }

  /** The first violation with the last disturbance that began before it; null without any. */
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
