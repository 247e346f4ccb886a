import { hostname } from "node:os";
import type { BrokerOptions, Context, Middleware } from "moleculer";
import { callDeadlines } from "./runtime/actions/call-deadlines.js";
import { ExternalServices } from "./runtime/cluster/external-services.js";
import { HeardTransporter } from "./runtime/cluster/heard-transporter.js";
import { type Membership, membersOnly } from "./runtime/cluster/membership.js";
import { natsOptions } from "./runtime/cluster/nats-options.js";
import { WATCHED, watchNodes } from "./runtime/cluster/watch-nodes.js";
import type { Config } from "./runtime/config/load-config.js";
import { BrokerLogger } from "./runtime/cluster/broker-logger.js";
import { ServiceErrorRegenerator } from "./runtime/errors/regenerator.js";
import type { Gauges } from "./runtime/process/gauges.js";
import type { Logger } from "./runtime/process/log.js";
import { payloadGuard } from "./runtime/cluster/payload-guard.js";
import { CALL_MS } from "./runtime/concurrency/current-call.js";
import { traceCalls } from "./runtime/process/tracing/trace-calls.js";
import { isTraced } from "./runtime/process/tracing/tracer.js";
import type { SharedClock } from "./runtime/process/clock.js";

/** Broker options. Every default that we rely on is written out: the documented ones differ from the code's. */
export function brokerOptions(
  config: Config,
  log: Logger,
  clock: SharedClock,
  membership: Membership,
  gauges: Gauges,
): BrokerOptions {
  // Its types lack the time after which changed services are told to the other nodes.
  const transit = { maxQueueSize: 5_000, maxChunkSize: 256 * 1024, serviceChangedDebounceTime: 200 };
  return {
    namespace: config.namespace,
    nodeID: `${hostname()}-${process.pid}-${Math.random().toString(36).slice(2, 8)}`,
    transporter:
      config.natsUrl === null ? null : new HeardTransporter(natsOptions(config.natsUrl, config.natsCaFile)),
    metadata: { ...WATCHED },
    serializer: "JSON",
    logger: new BrokerLogger(log),
    // No action lasts longer than 15 s; waits live at the edge.
    requestTimeout: CALL_MS,
    retryPolicy: { enabled: false },
    maxCallLevel: 12,
    contextParamsCloning: false,
    heartbeatInterval: 1,
    // The broker's own look at silent nodes is too slow, and coarse: watchNodes is in its place.
    heartbeatTimeout: 60,
    tracking: { enabled: true, shutdownTimeout: config.drainMs },
    registry: { preferLocal: true, strategy: "RoundRobin", stopDelay: config.natsUrl === null ? 0 : 500 },
    // A breaker per node would hide an area's own errors; the circuit of a provider is ours and shared.
    circuitBreaker: { enabled: false },
    bulkhead: { enabled: false },
    transit,
    disableBalancer: false,
    internalServices: true,
    internalMiddlewares: true,
    dependencyTimeout: 30_000,
    hotReload: false,
    skipProcessEventRegistration: true,
    validator: false,
    cacher: null,
    metrics: { enabled: false },
    tracing: { enabled: false },
    errorRegenerator: new ServiceErrorRegenerator(),
    middlewares: [
      payloadGuard(),
      // without NATS there are no other nodes
      ...(config.natsUrl === null
        ? []
        : [membersOnly(membership, log, new ExternalServices(config.externalServices))]),
      timeCalls(gauges),
      watchNodes(),
      callDeadlines(clock),
      ...(isTraced() ? [traceCalls()] : []),
    ],
  };
}

/** Measures how long calls to other nodes take, by action and outcome. */
function timeCalls(gauges: Gauges): Middleware {
  const note = gauges.durations({
    name: "kiln_node_call_seconds",
    help: "Duration of calls to other nodes, by action and outcome.",
    labels: ["action", "outcome"],
    buckets: [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 15],
  });
  type Handler = (context: Context) => Promise<unknown>;
  return {
    name: "TimeCalls",
    remoteAction: (next: Handler, action: { name: string }) => (context: Context) => {
      const begun = performance.now();
      const end = (outcome: string) =>
        note({ action: action.name, outcome }, (performance.now() - begun) / 1000);
      const answer = next(context);
      answer.then(
        () => end("answered"),
        (error: Error) => end(error.name === "ServiceError" ? "refused" : error.name),
      );
      return answer;
    },
  } as never;
}
