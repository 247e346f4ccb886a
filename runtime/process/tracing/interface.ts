export interface Tracer {
  traced<T>(name: string, options: SpanOptions, work: (span: OpenSpan | null) => Promise<T>): Promise<T>;
  /** Does work that belongs to no span, whichever span is active. */
  untraced<T>(work: () => T): T;
  /** Returns the active span as W3C's `traceparent`; null outside of any span. */
  current(): string | null;
  /** Sends the metrics that `read` returns at regular intervals and once more at the end. */
  exportMetrics(read: () => Promise<readonly MetricRecord[]>): void;
  /** Sends the remaining data and ends the tracer. */
  stop(): Promise<void>;
}

/** A metric of this process as prom-client gives it. */
export interface MetricRecord {
  name: string;
  help: string;
  type: string;
  values: readonly {
    metricName?: string | undefined;
    labels: Readonly<Record<string, string | number>>;
    value: number;
  }[];
}

/** A span while its work runs. */
export interface OpenSpan {
  set(attributes: Attributes): void;
}

export interface SpanOptions {
  kind?: "server" | "client" | "consumer";
  /** The parent span as W3C's `traceparent`; by default the span in which this code runs. */
  parent?: string | null | undefined;
  /** A span that is not the parent and that the new one tells of, as W3C's `traceparent`. */
  link?: string | null | undefined;
  /** True if the work begins a trace where it has no parent; otherwise such work is not traced. */
  isRoot?: boolean;
  attributes?: Attributes;
}

export type Attributes = Readonly<Record<string, string | number | boolean | undefined>>;
