import { OTLPMetricExporter } from "@opentelemetry/exporter-metrics-otlp-http";
import type { Resource } from "@opentelemetry/resources";
import { MeterProvider, PeriodicExportingMetricReader } from "@opentelemetry/sdk-metrics";
import { metricData } from "./metric-data.js";
import type { MetricRecord, Tracer } from "./interface.js";

/** The milliseconds between two exports; TIMEOUT_MS limits the duration of one. */
const EVERY_MS = 15_000;
const TIMEOUT_MS = 10_000;

/** Sends the metrics of `/metrics` to a collector with the same names, labels and numbers. */
export function sendMetrics(
  url: string,
  resource: Resource,
): { export: Tracer["exportMetrics"]; stop(): Promise<void> } {
  const sources = new Set<() => Promise<readonly MetricRecord[]>>();
  const startTime = now();
  const collect = async () => {
    const read = await Promise.all([...sources].map((source) => source().catch(() => [])));
    const times = { startTime, endTime: now() };
    const metrics = read.flat().flatMap((metric) => metricData(metric, times) ?? []);
    return {
      resourceMetrics: { resource, scopeMetrics: [{ scope: { name: "kiln" }, metrics }] },
      errors: [],
    };
  };
  const reader = new PeriodicExportingMetricReader({
    exporter: new OTLPMetricExporter({ url }),
    exportIntervalMillis: EVERY_MS,
    exportTimeoutMillis: TIMEOUT_MS,
    metricProducers: [{ collect }],
  });
  const provider = new MeterProvider({ resource, readers: [reader] });
  return {
    export: (source) => void sources.add(source),
    stop: () => provider.shutdown(),
  };
}

/** Returns the current time as OpenTelemetry represents it: seconds and nanoseconds. */
function now(): [number, number] {
  const ms = Date.now();
  return [Math.floor(ms / 1000), (ms % 1000) * 1e6];
}
