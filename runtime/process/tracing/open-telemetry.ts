import {
  type Attributes,
  type Context,
  context,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from "@opentelemetry/api";
import { AsyncLocalStorageContextManager } from "@opentelemetry/context-async-hooks";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { resourceFromAttributes } from "@opentelemetry/resources";
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from "@opentelemetry/sdk-trace";
import { ERRORS } from "../../../contracts/errors.js";
import { toServiceError } from "../../errors/render.js";
import { sendMetrics } from "./send-metrics.js";
import type { SpanOptions, Tracer } from "./tracer.js";

const KINDS = { server: SpanKind.SERVER, client: SpanKind.CLIENT, consumer: SpanKind.CONSUMER };

/** Between two batches. */
const DELAY_MS = 1000;

/** W3C Trace Context; anything else is nobody's parent. */
const PARENT = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/;

/** Sends traces to a collector by OTLP over HTTP, in batches; what it does not take in time is dropped. */
export function openTelemetry({
  endpoint,
  serviceName,
  instance,
  ratio,
}: {
  endpoint: string;
  serviceName: string;
  instance: string;
  /** Of the traces that begin here, so many are kept. */
  ratio: number;
}): Tracer {
  const base = endpoint.replace(/\/+$/, "");
  const exporter = new OTLPTraceExporter({ url: `${base}/v1/traces` });
  const resource = resourceFromAttributes({ "service.name": serviceName, "service.instance.id": instance });
  const provider = new TracerProvider({
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(ratio) }),
    resource,
    spanProcessors: [new BatchSpanProcessor({ exporter, scheduledDelayMillis: DELAY_MS })],
  });
  const metrics = sendMetrics(`${base}/v1/metrics`, resource);
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  const tracer = provider.getTracer("kiln");
  return {
    async traced(name, options, work) {
      const parent = contextOf(options);
      if (parent === null) return work(null);
      const { kind, attributes } = options;
      const span = tracer.startSpan(
        name,
        { kind: kind === undefined ? SpanKind.INTERNAL : KINDS[kind], attributes: attributes as Attributes },
        parent,
      );
      try {
        return await context.with(trace.setSpan(parent, span), () =>
          work({ set: (more) => void span.setAttributes(more) }),
        );
      } catch (error) {
        fail(span, error);
        throw error;
      } finally {
        span.end();
      }
    },
    untraced: (work) => context.with(ROOT_CONTEXT, work),
    current() {
      const span = trace.getActiveSpan()?.spanContext();
      return span === undefined ? null : textOf(span);
    },
    exportMetrics: metrics.export,
    async stop() {
      await Promise.all([provider.shutdown(), metrics.stop()]);
    },
  };
}

const textOf = ({ traceId, spanId, traceFlags }: ReturnType<Span["spanContext"]>): string =>
  `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, "0")}`;

/** Null: there is no parent, and the work begins no trace. */
function contextOf({ parent, isRoot = false }: SpanOptions): Context | null {
  const active = context.active();
  const [, traceId, spanId, flags] = PARENT.exec(parent ?? "") ?? [];
  if (traceId !== undefined && spanId !== undefined && flags !== undefined)
    return trace.setSpanContext(active, {
      traceId,
      spanId,
      traceFlags: Number.parseInt(flags, 16),
      isRemote: true,
    });
  return isRoot || trace.getSpan(active) !== undefined ? active : null;
}

/** What a caller is told of it: a sentence of ours, never the inside of a failure, which may hold what was sent. */
function fail(span: Span, thrown: unknown): void {
  const error = toServiceError(thrown);
  const message = ERRORS[error.code].exposed ? error.message : ERRORS[error.code].message;
  span.setAttribute("error.type", error.code);
  span.setStatus({ code: SpanStatusCode.ERROR, message });
}
