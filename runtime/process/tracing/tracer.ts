import { within } from "../../concurrency/within.js";
import type { SpanOptions, OpenSpan, MetricRecord, Tracer } from "./interface.js";

/** The collector of the traces, and the service's name and sampling ratio in them. */
export interface TracesConfig {
  endpoint: string;
  serviceName: string;
  ratio: number;
}

/**
 * Starts tracing if the configuration asks for it. The returned function sends the remaining data and stops
 * tracing.
 */
export async function startTracing(
  { traces }: { traces: TracesConfig | null },
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
