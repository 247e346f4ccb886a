import type { Config } from "../../config/load-config.js";
import { within } from "../../concurrency/within.js";

type Attributes = Readonly<Record<string, string | number | boolean | undefined>>;

export interface SpanOptions {
  kind?: "server" | "client" | "consumer";
  /** The span to which it belongs, as W3C's `traceparent`. Default: the one in which this code runs. */
  parent?: string | null | undefined;
  /** Begins a trace where there is no parent; without, such work is not traced. */
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
  /** Does work that belongs to no span, whatever span began it. */
  untraced<T>(work: () => T): T;
  /** As W3C's `traceparent`; null outside of any span. */
  current(): string | null;
  /** Sends what this gives, again and again, and once more at the end. */
  exportMetrics(read: () => Promise<readonly MetricRecord[]>): void;
  /** Sends what is not sent yet. */
  stop(): Promise<void>;
}

/** Begins to trace, where the configuration asks for it; gives the function that sends the rest. */
export async function startTracing(
  { traces }: Pick<Config, "traces">,
  instance: string,
): Promise<() => Promise<void>> {
  if (traces === null) return async () => {};
  // a deployment that traces nothing does without its 10 MB
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

/** How long the end of the process waits for the collector. */
const STOP_MS = 2000;

/** Of the process, as OpenTelemetry has it. Null: nothing is traced, and nothing for it is loaded. */
export const tracing: { tracer: Tracer | null } = { tracer: null };

export const isTraced = (): boolean => tracing.tracer !== null;

/** Does the work as a span; a failure is the span's, too. */
export const traced = <T>(
  name: string,
  options: SpanOptions,
  work: (span: OpenSpan | null) => Promise<T>,
): Promise<T> => (tracing.tracer === null ? work(null) : tracing.tracer.traced(name, options, work));

/** Does what the process does for many callers, whichever of them woke it. */
export const untraced = <T>(work: () => T): T =>
  tracing.tracer === null ? work() : tracing.tracer.untraced(work);

/** Hands the metrics of this process to the collector, where there is one. */
export const exportMetrics = (read: () => Promise<readonly MetricRecord[]>): void =>
  tracing.tracer?.exportMetrics(read);

/** The span in which this code runs, to be handed to the code that goes on with it. */
export const currentTrace = (): string | null => tracing.tracer?.current() ?? null;

const NAMED = /^\s*(\w+)(?:[^]*?\b(?:FROM|INTO|UPDATE)\s+[`"]?(\w+))?/i;
/** Of a text that is longer; values are not in it, but there may be a place for each of a thousand. */
const MOST_CHARACTERS = 2000;

/** A statement as a span of its caller. Its values stay here. */
export function tracedStatement<T>(system: string, sql: string, work: () => Promise<T>): Promise<T> {
  if (!isTraced()) return work();
  const [, verb = "", table = ""] = NAMED.exec(sql) ?? [];
  const attributes = { "db.system.name": system, "db.query.text": sql.slice(0, MOST_CHARACTERS) };
  return traced(`${verb.toUpperCase()} ${table}`.trim(), { kind: "client", attributes }, work);
}
