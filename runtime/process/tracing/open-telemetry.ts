import {
  type Attributes,
  type Context,
  context,
  ROOT_CONTEXT,
  type Span,
  type SpanContext,
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
import type { SpanOptions, Tracer } from "./interface.js";

const KINDS = { server: SpanKind.SERVER, client: SpanKind.CLIENT, consumer: SpanKind.CONSUMER };

/** The milliseconds between two batches. */
const DELAY_MS = 1000;

/** The pattern of W3C Trace Context; any other value is not used as a parent. */
const PARENT = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/;

/**
 * Sends traces to a collector by OTLP over HTTP in batches; traces that the collector does not take in time
 * are dropped.
 */
export function openTelemetry({
  endpoint,
  serviceName,
  instance,
  ratio,
}: {
  endpoint: string;
  serviceName: string;
  instance: string;
  /** The share of the traces beginning here that are kept, from 0 to 1. */
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
      const link = spanOf(options.link);
      const span = tracer.startSpan(
        name,
        {
          kind: kind === undefined ? SpanKind.INTERNAL : KINDS[kind],
          attributes: attributes as Attributes,
          ...(link !== null && { links: [{ context: link }] }),
        },
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

/** Returns the span that W3C's `traceparent` names, or null if it is none. */
function spanOf(traceparent: string | null | undefined): SpanContext | null {
  const [, traceId, spanId, flags] = PARENT.exec(traceparent ?? "") ?? [];
  if (traceId === undefined || spanId === undefined || flags === undefined) return null;
  return { traceId, spanId, traceFlags: Number.parseInt(flags, 16), isRemote: true };
}

/** Returns the context of a new span, or null if there is no parent and the work begins no trace. */
function contextOf({ parent, isRoot = false }: SpanOptions): Context | null {
  const active = context.active();
  const span = spanOf(parent);
  if (span !== null) return trace.setSpanContext(active, span);
  return isRoot || trace.getSpan(active) !== undefined ? active : null;
}

/**
 * Marks the span as failed with the message that a caller may see, never with the internal message of a
 * failure, which may contain request data.
 */
function fail(span: Span, thrown: unknown): void {
  const error = toServiceError(thrown);
  const message = ERRORS[error.code].exposed ? error.message : ERRORS[error.code].message;
  span.setAttribute("error.type", error.code);
  span.setStatus({ code: SpanStatusCode.ERROR, message });
}
