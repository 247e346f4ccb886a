import type { Config } from "../../config/load-config.js";
import { within } from "../../concurrency/within.js";

type Attributes = Readonly<Record<string, string | number | boolean | undefined>>;

export interface SpanOptions {
  kind?: "server" | "client" | "consumer";
  /** The parent span as W3C's `traceparent`; by default the span in which this code runs. */
  parent?: string | null | undefined;
  /** True if the work begins a trace where it has no parent; otherwise such work is not traced. */
  isRoot?: boolean;
  attributes?: Attributes;
}

/** A span while its work runs. */
export interface OpenSpan {
  set(attributes: Attributes): void;
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

/**
 * Starts tracing if the configuration asks for it. The returned function sends the remaining data and stops
 * tracing.
 */
export async function startTracing(
  { traces }: Pick<Config, "traces">,
  instance: string,
): Promise<() => Promise<void>> {
  if (traces === null) return async () => {};
  // The module is loaded here, so that a deployment without tracing does not spend its 10 MB.
  const { openTelemetry } = await import("./open-telemetry.js");
  const opened = openTelemetry({ ...traces, instance });
  tracing.tracer = opened;
  return async () => {
    await within(
      STOP_MS,
      opened.stop().catch(() => {}),
    );
    tracing.tracer = null;
  };
}

/** The milliseconds for which the end of the process waits for the collector. */
const STOP_MS = 2000;

/** The tracer of this process; null if nothing is traced, and then none of its modules are loaded. */
export const tracing: { tracer: Tracer | null } = { tracer: null };

export const isTraced = (): boolean => tracing.tracer !== null;

/** Does the work as a span; if the work fails, the span is marked as failed too. */
export const traced = <T>(
  name: string,
  options: SpanOptions,
  work: (span: OpenSpan | null) => Promise<T>,
): Promise<T> => (tracing.tracer === null ? work(null) : tracing.tracer.traced(name, options, work));

/** Does work of the process that serves many callers outside of the span of the caller that woke it. */
export const untraced = <T>(work: () => T): T =>
  tracing.tracer === null ? work() : tracing.tracer.untraced(work);

/** Registers the metrics of this process for the collector if there is one. */
export const exportMetrics = (read: () => Promise<readonly MetricRecord[]>): void =>
  tracing.tracer?.exportMetrics(read);

/** Returns the span in which this code runs, for the code that continues its work elsewhere. */
export const currentTrace = (): string | null => tracing.tracer?.current() ?? null;

const NAMED = /^\s*(\w+)(?:[^]*?\b(?:FROM|INTO|UPDATE)\s+[`"]?(\w+))?/i;
/**
 * The number of characters that a span keeps of a statement's text. The text has no values, but it may have
 * placeholders for a thousand of them.
 */
const MOST_CHARACTERS = 2000;

/** Runs a statement as a span of its caller. The span does not contain the statement's values. */
export function tracedStatement<T>(system: string, sql: string, work: () => Promise<T>): Promise<T> {
  if (!isTraced()) return work();
  const [, verb = "", table = ""] = NAMED.exec(sql) ?? [];
  const attributes = { "db.system.name": system, "db.query.text": sql.slice(0, MOST_CHARACTERS) };
  return traced(`${verb.toUpperCase()} ${table}`.trim(), { kind: "client", attributes }, work);
}
