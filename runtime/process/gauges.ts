import { Histogram } from "prom-client";

export interface Sample {
  labels: Readonly<Record<string, string>>;
  value: number;
}

/**
 * A measured number of this process or of the deployment, with labels. It is read when `/metrics` is
 * requested.
 */
export interface GaugeSource {
  name: string;
  help: string;
  labels: readonly string[];
  read(): readonly Sample[] | Promise<readonly Sample[]>;
}

export interface DurationOptions<Label extends string> {
  name: string;
  help: string;
  labels: readonly Label[];
  /** The upper bounds of the histogram's buckets in seconds. */
  buckets: readonly number[];
}

/** The metrics that areas and mechanisms show at `/metrics`. */
export class Gauges {
  readonly #sources = new Set<GaugeSource>();
  readonly #durations = new Map<string, Histogram>();

  /** Shows a source until the returned function is called. */
  show(source: GaugeSource): () => void {
    this.#sources.add(source);
    return () => void this.#sources.delete(source);
  }

  /** Returns a function that records a duration in seconds. Calls with the same name share one histogram. */
  durations<Label extends string>({
    name,
    help,
    labels,
    buckets,
  }: DurationOptions<Label>): (of: Readonly<Record<Label, string>>, seconds: number) => void {
    let histogram = this.#durations.get(name);
    if (histogram === undefined) {
      histogram = new Histogram({
        name,
        help,
        labelNames: [...labels],
        buckets: [...buckets],
        registers: [],
      });
      this.#durations.set(name, histogram);
    }
    const found = histogram;
    return (of, seconds) => found.observe({ ...of }, seconds);
  }

  get sources(): readonly GaugeSource[] {
    return [...this.#sources];
  }

  get histograms(): ReadonlyMap<string, Histogram> {
    return this.#durations;
  }
}
