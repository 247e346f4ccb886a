import { type Attributes, type HrTime, ValueType } from "@opentelemetry/api";
import { AggregationTemporality, DataPointType, type MetricData } from "@opentelemetry/sdk-metrics";
import type { MetricRecord } from "./interface.js";

interface Times {
  startTime: HrTime;
  endTime: HrTime;
}

type Values = MetricRecord["values"];

/** Converts a metric of `/metrics` to the form of OpenTelemetry; null for a type that Kiln does not use. */
export function metricData(metric: MetricRecord, times: Times): MetricData | null {
  const base = {
    descriptor: { name: metric.name, description: metric.help, unit: "", valueType: ValueType.DOUBLE },
    aggregationTemporality: AggregationTemporality.CUMULATIVE,
  };
  const dataPoints = metric.values.map(({ labels, value }) => ({
    ...times,
    attributes: labels as Attributes,
    value,
  }));
  if (metric.type === "counter")
    return { ...base, dataPointType: DataPointType.SUM, isMonotonic: true, dataPoints };
  if (metric.type === "gauge") return { ...base, dataPointType: DataPointType.GAUGE, dataPoints };
  if (metric.type !== "histogram") return null;
  return {
    ...base,
    dataPointType: DataPointType.HISTOGRAM,
    dataPoints: histogramsOf(metric).map((each) => ({ ...times, ...each })),
  };
}

/** Returns one histogram for each set of labels. prom-client gives cumulative buckets one by one. */
function histogramsOf({ name, values }: MetricRecord) {
  const bySet = Map.groupBy(values, ({ labels: { le: _le, ...labels } }) => JSON.stringify(labels));
  return [...bySet.entries()].map(([labels, all]) => ({
    attributes: JSON.parse(labels) as Attributes,
    value: histogramOf(name, all),
  }));
}

function histogramOf(name: string, values: Values) {
  const of = (suffix: string) => values.filter(({ metricName }) => metricName === `${name}_${suffix}`);
  const count = of("count")[0]?.value ?? 0;
  const buckets = of("bucket").filter(({ labels }) => labels.le !== "+Inf");
  const upTo = [...buckets.map(({ value }) => value), count];
  return {
    buckets: {
      boundaries: buckets.map(({ labels }) => Number(labels.le)),
      counts: upTo.map((value, at) => value - (upTo[at - 1] ?? 0)),
    },
    sum: of("sum")[0]?.value ?? 0,
    count,
  };
}
